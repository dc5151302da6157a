import { expect, test } from 'vitest';
import { runDoctor } from './doctor.ts';

const settings = async (env: Record<string, string>, names?: string[]) => {
  const file = names && { path: '/nowhere/.env', names };
  const results = runDoctor({ env: { DATA_DIR: '/nowhere', ...env }, file });
  for await (const { findings } of results)
    return findings.map(({ level, message }) => `${level}: ${message}`);
  return [];
};

test('all invalid settings are reported together', async () => {
  const found = await settings({ PORT: 'x', WORKERS: '0' });
  expect(found).toEqual([
    'error: PORT must be a port number from 0 to 65535.',
    'error: WORKERS must be a whole number from 1 to 64.',
  ]);
});

const BLOG = { SITE_URL: 'https://blog.example', TRUST_PROXY: 'loopback' };
const OWN_HOST = { API_PUBLIC_URL: 'https://api.example', WEB_ORIGINS: BLOG.SITE_URL };

test.each([
  [{}, undefined],
  [{ HOST: '0.0.0.0' }, 'SITE_URL is not set'],
  [{ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' }, 'to them is their own machine'],
  [{ HOST: '0.0.0.0', SITE_URL: 'http://192.168.1.2:3000' }, undefined],
  [{ SITE_URL: 'http://blog.example' }, 'sent unencrypted'],
  [{ TRUST_PROXY: 'true' }, 'clients can claim any address'],
  [{ SITE_URL: 'https://blog.example' }, 'all visitors seem to share one address'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD has fewer than 10'],
  [{ WEB_ORIGINS: 'http://blog.example' }, 'WEB_ORIGINS names http://blog.example'],
  [{ WEB_ORIGINS: 'http://localhost:5173' }, undefined],
  [{ SITE_URL: 'https://blog.example', TRUST_PROXY: 'loopback' }, undefined],
  [{ ...BLOG, API_URL: 'http://api:3000' }, 'which visitors probably cannot reach'],
  [{ ...BLOG, API_URL: 'http://10.0.0.7' }, 'which visitors probably cannot reach'],
  [{ ...BLOG, API_URL: 'http://api.example' }, 'browsers block calls from https to http'],
  [{ ...BLOG, API_URL: 'https://api.example' }, undefined],
  [{ ...BLOG, API_URL: 'http://api:3000', API_PUBLIC_URL: 'https://api.example' }, undefined],
  [{ ...BLOG, API_URL: 'http://api:3000', API_PUBLIC_URL: BLOG.SITE_URL }, undefined],
  [{ ...BLOG, API_PUBLIC_URL: 'https://api.example' }, 'WEB_ORIGINS does not name them'],
  [{ ...BLOG, ...OWN_HOST }, undefined],
] as [Record<string, string>, string | undefined][])(
  'the settings %j get the warning %s',
  async (env, warning) => {
    const found = await settings(env);
    if (warning === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringMatching(new RegExp(`^warning: .*${warning}`))]);
  },
);

test('an unknown name in the .env file is reported', async () => {
  expect(await settings({}, ['PORT', 'SITE_ULR'])).toEqual([
    'warning: The .env file sets SITE_ULR, which is not a setting.',
  ]);
});
