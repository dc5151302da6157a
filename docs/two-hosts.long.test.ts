import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installMissing } from '../test-support/debian-packages.ts';
import { nginxConfiguration } from '../test-support/nginx.ts';
import {
  freePort,
  logIn,
  runCommand,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';
import { readBlocks, readSection } from './blocks.ts';

const deploy = readFileSync(new URL('deploy.md', import.meta.url), 'utf8');
const section = readSection(deploy, '### Site and API on two hosts');
const [locations = ''] = readBlocks(section, 'nginx');

function configuration(port: number, hosts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const file = join(folder, 'nginx.conf');
  const own = Object.entries(hosts).reduce(
    (text, [name, address]) => text.replace(`http://${name}.internal:3000`, address),
    locations,
  );
  const http = `access_log off;
server {
listen 127.0.0.1:${port};
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
${own}}`;
  writeFileSync(file, nginxConfiguration(folder, http));
  return file;
}

test('with the proxy of docs/deploy.md, site and API on two hosts have one address', async ({
  skip,
}) => {
  if (installMissing({ nginx: 'nginx-light' }).length > 0) return skip('nginx is not installed');
  const port = await freePort();
  const SITE_URL = `http://127.0.0.1:${port}`;
  const shared = { SITE_URL, API_PUBLIC_URL: SITE_URL, TRUST_PROXY: 'loopback' };
  const ADMIN_PASSWORD = 'a test password';
  const data = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'true', ADMIN_PASSWORD };
  const api = await startServer({ ...shared, ...data }, 'api');
  const web = await startServer({ ...shared, API_URL: api.url }, 'web');
  const file = configuration(port, { web: web.url, api: api.url });
  const { output } = runCommand('nginx', ['-c', file], {});
  await expect
    .poll(() =>
      fetch(SITE_URL).then(
        ({ status }) => status,
        () => output.stderr,
      ),
    )
    .toBe(200);

  const html = await (await fetch(SITE_URL)).text();
  expect(html).not.toContain(api.url);
  expect(html).not.toContain('data-api');
  const picture = /src="(\/uploads\/[^"]+)"/.exec(html)?.[1] ?? '';
  expect((await fetch(SITE_URL + picture)).headers.get('content-type')).toBe('image/webp');
  expect(await (await fetch(`${SITE_URL}/api/posts`)).json()).toHaveLength(8);
  expect((await logIn(SITE_URL, ADMIN_PASSWORD)).status).toBe(200);
  expect(await (await fetch(`${SITE_URL}/feed.xml`)).text()).not.toContain(api.url);
});
