import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendHalfLogin } from '../test-support/half-request.ts';
import {
  freePort,
  logIn,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';

function generatedPassword(stderr: string): string | undefined {
  return /Password {2}(\S+)/.exec(stderr)?.[1];
}

function boxOf(stderr: string): string {
  return stderr.slice(stderr.indexOf('┌'), stderr.indexOf('┘'));
}

async function takenPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  return (other.address() as { port: number }).port;
}

test('the first start prints a password that works, the second prints none', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'true' };
  const first = await startServer(settings);
  const password = generatedPassword(first.output.stderr);
  expect(boxOf(first.output.stderr)).toContain(`http://localhost:${first.port}/login`);
  expect((await logIn(first.url, password ?? '')).status).toBe(200);
  expect(first.output.stdout).not.toContain(password);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);

  const second = await startServer(settings);
  expect(generatedPassword(second.output.stderr)).toBeUndefined();
  expect((await logIn(second.url, password ?? '')).status).toBe(200);
  const posts = (await (await fetch(`${second.url}/api/posts`)).json()) as unknown[];
  expect(posts).toHaveLength(8);
});

test('the start-up message names the addresses and the data folder; the log is JSON', async () => {
  const dataDir = temporaryFolder();
  const { output, port, url } = await startServer({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a test password',
  });
  await fetch(`${url}/api/posts`);
  expect(output.stderr).toContain(`Site      http://localhost:${port}/\n`);
  expect(output.stderr).toContain(`Login     http://localhost:${port}/login\n`);
  expect(output.stderr).toContain(dataDir);
  for (const line of output.stdout.trim().split('\n'))
    expect(JSON.parse(line)).toHaveProperty('msg');
});

test('the pages and the API share one listener', async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder(), SITE_NAME: 'Tom & <Co>' });
  const page = await fetch(`${url}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<title>Tom &amp; &lt;Co&gt;</title>');
  expect((await fetch(`${url}/api/tags`)).headers.get('content-type')).toContain('json');
  const nothing = await fetch(`${url}/nothing`);
  expect(nothing.status).toBe(404);
  expect(nothing.headers.get('content-type')).toContain('text/html');
  const noCall = await fetch(`${url}/api/nothing`);
  expect(noCall.status).toBe(404);
  expect(noCall.headers.get('content-type')).toContain('problem+json');
});

/** Not with fetch, which normalises the path. */
function statusOf(url: string, path: string, headers = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}

test('invalid requests for files are refused, and no error is logged', async () => {
  const { url, output } = await startServer({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn' });
  const [file] = (await (await fetch(url)).text()).match(/\/assets\/(?!words)[^" ]+\.js/) ?? [];
  for (const path of [
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00',
    '/assets/a%5c..',
    '/assets//etc/passwd',
    '/assets/.env',
    '/social/..%2f..%2fpackage.json',
    '/uploads/320/..%2f..%2flonghand.sqlite.webp',
    '/%E2%80%A8%E2%80%A9',
    `/blog/${'a'.repeat(3_000)}`,
  ])
    expect([path, await statusOf(url, path)]).toEqual([path, 404]);
  expect(await statusOf(url, `${file}`, { range: 'bytes=99999999-' })).toBe(416);
  expect(await statusOf(url, `${file}`, { 'if-match': '"another"' })).toBe(412);
  expect(output.stdout).toBe('');
  expect(output.stderr).not.toContain('Error');
});

test('the OpenAPI document does not contain the pages', async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder() });
  const response = await fetch(`${url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, unknown> };
  const others = Object.keys(paths).filter((path) => !/^\/(api\/|healthz$|readyz$)/.test(path));
  expect(others).toEqual([]);
});

test('the social picture of a post is drawn in a child process', async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'true' });
  const [post] = (await (await fetch(`${url}/api/posts`)).json()) as [{ slug: string }];
  const picture = await fetch(`${url}/social/${post.slug}-00000000.jpg`);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.length).toBeLessThan(150_000);
});

test('a first start that cannot listen makes no password: the next start shows it', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const failed = run('server/start.js', { ...settings, PORT: String(await takenPort()) });
  expect(await failed.exited).toBe(1);
  expect(generatedPassword(failed.output.stderr)).toBeUndefined();
  const { url, output } = await startServer(settings);
  expect((await logIn(url, generatedPassword(output.stderr) ?? '')).status).toBe(200);
});

test('what is probably a mistake in the settings is named at the start', async () => {
  const { output } = await startServer({
    ...{ DATA_DIR: temporaryFolder(), HOST: '0.0.0.0' },
    ...{ ADMIN_PASSWORD: 'a', SITEURL: 'https://blog.example' },
  });
  expect(output.stderr).toContain('SITEURL is set, which is not a setting. Should it be SITE_URL?');
  expect(output.stderr).toContain('ADMIN_PASSWORD has fewer than 10 characters');
  expect(output.stderr).toMatch(/Listens {3}http:\/\/0\.0\.0\.0:\d+ \(every address/);
  expect(output.stdout).toMatch(/listening on http:\/\/0\.0\.0\.0:\d+ \(every address/);
});

test('site and API run as two hosts: pages by HTTP, images from the API, calls across origins', async () => {
  const webPort = await freePort();
  const web = `http://localhost:${webPort}`;
  const api = await startServer(
    { DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'true', WEB_ORIGINS: web },
    'api',
  );
  await startServer({ API_URL: api.url, PORT: String(webPort), SITE_URL: web }, 'web');
  const home = await fetch(`${web}/`);
  const html = await home.text();
  expect(html).toContain('Continue Reading');
  expect(html).toMatch(new RegExp(`<img[^>]* src="${api.url}/uploads/`));
  expect(home.headers.get('content-security-policy')).toContain(`connect-src 'self' ${api.url}`);
  const call = await fetch(`${api.url}/api/posts`, { headers: { origin: web } });
  expect(call.headers.get('access-control-allow-origin')).toBe(web);
  const post = /href="(\/blog\/[a-z0-9-]+)"/.exec(html)?.[1];
  expect((await fetch(web + post)).status).toBe(200);
  expect((await fetch(`${web}/blog/nothing`)).status).toBe(404);
  expect((await fetch(`${web}/api/posts`)).status).toBe(404);
  expect((await fetch(`${api.url}/blog`)).status).toBe(404);
});

test('the site without the API requires API_URL', async () => {
  const { exited, output } = run('server/start.js', {}, undefined, ['web']);
  expect(await exited).toBe(1);
  expect(output.stderr).toContain('API_URL must be set');
});

test('all invalid settings are named, and it exits with 1, or as systemd knows it', async () => {
  const { exited, output } = run('server/start.js', {
    PORT: 'x',
    LOG_LEVEL: 'y',
    DATA_DIR: temporaryFolder(),
  });
  expect(await exited).toBe(1);
  expect(output.stderr).toContain('The settings have 2 mistakes');
  expect(output.stderr).toContain('PORT must be');
  expect(output.stderr).toContain('LOG_LEVEL must be');
  expect(output.stderr).not.toContain('at ');
  const unit = run('server/start.js', { PORT: 'x', INVOCATION_ID: 'of systemd' });
  expect(await unit.exited).toBe(78);
});

test('a port that is taken is explained', async () => {
  const port = await takenPort();
  const second = run('server/start.js', { PORT: String(port), DATA_DIR: temporaryFolder() });
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toContain(`Something is already listening on 127.0.0.1:${port}`);
});

test('a data folder that cannot be written is explained', async () => {
  const { exited, output } = run('server/start.js', { DATA_DIR: '/dev/null/data' });
  expect(await exited).toBe(1);
  expect(output.stderr).toMatch(/could not be opened.*can this user write/s);
});

test('SIGTERM lets a request finish, accepts no new connection, and stops within ten seconds', async () => {
  const server = await startServer({
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: 'a test password',
  });
  const login = await sendHalfLogin(server.url, 'a test password');
  server.child.kill('SIGTERM');
  const isOpen = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
  login.finish();
  const { statusCode, headers } = await login.response;
  expect(statusCode).toBe(200);
  expect(headers.connection).toBe('close');
  expect(await server.exited).toBe(0);
  expect(server.output.stdout).toContain('stopped');
});

test('while draining, it responds but is not ready', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() });
  // An open connection keeps it draining.
  const idle = connect(server.port, '127.0.0.1');
  idle.on('error', () => {});
  await once(idle, 'connect');
  server.child.kill('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 20 })
    .toBe(503);
  const page = await fetch(`${server.url}/about`);
  expect(page.status).toBe(200);
  expect(page.headers.get('connection')).toBe('close');
  expect(await server.exited).toBe(0);
});
