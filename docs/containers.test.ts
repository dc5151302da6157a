import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../api/src/config/config.ts';
import { SHUTDOWN_TIMEOUT_MS } from '../server/graceful-shutdown.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { readBlocks } from './blocks.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

type Service = {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly [setting: string]: unknown;
};

const FILES = ['compose.yaml', 'compose.several.yaml'];

function servicesOf(file: string): [string, Service][] {
  return Object.entries(parse(read(file), { merge: true }).services);
}

/** Those that are built here. */
const blogsOf = (file: string) => servicesOf(file).filter(([, { image }]) => image === undefined);

test.each(FILES)('the blogs of %s have no rights, and time to stop', (file) => {
  const blogs = blogsOf(file);
  expect(blogs.length).toBeGreaterThan(0);
  for (const [, blog] of blogs) {
    expect(blog).toMatchObject({
      ...{ build: '.', restart: 'unless-stopped', init: true, read_only: true, tmpfs: '/tmp' },
      ...{ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      volumes: [expect.stringMatching(/^[\w-]+:\/data$/)],
    });
    expect(Number.parseInt(blog.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(
      SHUTDOWN_TIMEOUT_MS,
    );
    const names = Object.keys(blog.environment ?? {});
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  }
});

test.each(FILES)('every container of %s has a log of limited size', (file) => {
  for (const [name, { logging, restart }] of servicesOf(file))
    expect([name, logging, restart]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } },
      'unless-stopped',
    ]);
});

test.each(FILES)('%s describes every required variable', (file) => {
  const text = read(file);
  const required = new Set([...text.matchAll(/\$\{([A-Z_0-9]+):\?/g)].map(([, name]) => name));
  const [introduction = ''] = text.split('\n\n');
  expect(required.size).toBeGreaterThan(0);
  expect([...required].filter((name) => !introduction.includes(String(name)))).toEqual([]);
});

test('the one blog can be reached from this machine only', () => {
  const [[, blog] = []] = servicesOf('compose.yaml');
  expect(blog?.ports).toEqual(['127.0.0.1:3000:3000']);
});

test('the proxy gives every request an id of its own', ({ skip }) => {
  const { content } = parse(read('compose.several.yaml'), { merge: true }).configs.proxy;
  expect(content).toContain('header_up X-Request-Id {http.request.uuid}');
  const file = join(temporaryFolder(), 'Caddyfile');
  writeFileSync(file, content.replace(/\$\{SITE_URL[^}]*\}/, 'https://blog.example'));
  const adapted = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
  });
  if (adapted.error) return skip('caddy is not installed');
  expect(adapted.status, adapted.stderr).toBe(0);
  expect(adapted.stdout).toContain('"X-Request-Id":["{http.request.uuid}"]');
});

test('the secret in docs/containers.md is read from the file that Compose mounts', () => {
  const [sample = ''] = readBlocks(read('docs/containers.md'), 'yaml');
  const { services, secrets } = parse(sample);
  const [secret] = services.blog.secrets;
  for (const [name, path] of Object.entries(services.blog.environment)) {
    expect(SETTING_NAMES).toContain(name.replace(/_FILE$/, ''));
    expect(path).toBe(`/run/secrets/${secret}`);
  }
  expect(secrets[secret].file).toBeTruthy();
});

test('the image starts with the same commands as npm', () => {
  for (const [target, script] of [
    ['all', 'start'],
    ['api', 'start:api'],
    ['web', 'start:web'],
  ]) {
    const [, command = '[]'] =
      new RegExp(`FROM base AS ${target}\nCMD (.*)`).exec(read('Dockerfile')) ?? [];
    expect(`exec ${JSON.parse(command).join(' ')}`).toBe(scripts[script as string]);
  }
});
