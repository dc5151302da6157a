import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createToken } from '../test-support/api-tokens.ts';
import { onSqlite } from '../test-support/dialects.ts';
import { freePort } from '../test-support/free-port.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { startTestApp } from '../test-support/test-app.ts';
import { readBlocks, readSection } from './blocks.ts';

const page = readFileSync(new URL('automation.md', import.meta.url), 'utf8');

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({ type: 'post.published', data: { slug: 'tides' } });

function sign(id: string, time: number, body = BODY, secret = SECRET): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return {
    ...{ 'webhook-id': id, 'webhook-timestamp': String(time) },
    'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1,${signature}`,
  };
}

/** Runs the program of the page; its command writes a file. */
async function startReceiver(secret = SECRET, givenPort?: number) {
  const folder = temporaryFolder();
  const [program = ''] = readBlocks(page, 'js');
  writeFileSync(join(folder, 'rebuild.mjs'), program);
  const done = join(folder, 'rebuilt');
  const write = `require('node:fs').appendFileSync(${JSON.stringify(done)}, 'x')`;
  const port = givenPort ?? (await freePort());
  const child = spawn(process.execPath, ['rebuild.mjs', process.execPath, '-e', write], {
    cwd: folder,
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: 'inherit',
  });
  onTestFinished(() => {
    child.kill();
  });
  const send = async (headers: Record<string, string>, body = BODY) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  await expect.poll(() => send({}).catch(() => 0)).toBe(401);
  return { send, runs: () => (existsSync(done) ? readFileSync(done, 'utf8').length : 0) };
}

test('the receiver of webhooks runs its command for what the blog has signed, and for nothing else', async () => {
  const { send, runs } = await startReceiver();
  const now = Math.floor(Date.now() / 1_000);
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  expect(await send(sign('msg_1', now, BODY, other))).toBe(401);
  expect(await send(sign('msg_1', now - 301))).toBe(401);
  expect(await send({ ...sign('msg_1', now), 'webhook-id': 'msg_2' })).toBe(401);
  expect(await send(sign('msg_1', now), `${BODY} `)).toBe(401);
  const long = ' '.repeat(65_536);
  expect(await send(sign('msg_1', now, long), long)).toBe(413);
  expect(await send(sign('msg_1', now))).toBe(204);
  expect(await send(sign('msg_2', now))).toBe(204);
  await expect.poll(runs).toBe(2);
});

onSqlite((open) => {
  test('the receiver runs its command when the blog publishes a post', async () => {
    const site = await startTestApp(open, { WEBHOOK_PRIVATE_ADDRESSES: 'true' });
    // The receiver refuses what was sent long ago by its own clock.
    site.passTime(Date.now() - Date.parse('2026-01-01T12:00:00Z'));
    const token = await site.login();
    const port = await freePort();
    const payload = { url: `http://127.0.0.1:${port}/`, events: ['post.published'] };
    const url = '/api/admin/webhooks';
    const created = await site.request({ method: 'POST', url, payload }, token);
    const { runs } = await startReceiver(created.json().secret, port);
    await site.createPost(token, { published: false });
    await site.createPost(token, { published: true });
    await site.app.scheduler.tick();
    await expect.poll(runs).toBe(1);
  });

  test('the call of a phone makes a draft with title and link', async () => {
    const site = await startTestApp(open);
    const { token } = await createToken(site, await site.login(), { scope: 'write' });
    const section = readSection(page, "## Post from a phone's share sheet");
    const [call = ''] = readBlocks(section, 'http');
    const [head = '', body = ''] = call.split('\n\n');
    const [line = '', ...fields] = head.replace('lh_…', token).split('\n');
    const [method, url = ''] = line.split(' ');
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')));
    const shared = { '[Title]': 'Tides “&” <waves>', '[Link]': 'https://sea.example/?a=1&b=2' };
    const payload = Object.entries(shared).reduce(
      (text, [name, value]) => text.replaceAll(name, JSON.stringify(value).slice(1, -1)),
      body,
    );
    const response = await site.app.inject({ method: method as 'POST', url, headers, payload });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({
      ...{ title: shared['[Title]'], published: false, tags: ['Links'] },
      content: `<p><a href="${shared['[Link]']}">${shared['[Title]']}</a></p>`,
    });
  });

  test('the page lists exactly the calls that always need publish, and those of no token', async () => {
    const site = await startTestApp(open);
    const { paths } = (await site.get('/api/openapi.json')).json();
    const calls = Object.entries<Record<string, { description?: string }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { description = '' }]) => {
          return { call: `${method.toUpperCase()} ${path}`, description };
        }),
    );
    const listed = (sentence: string) =>
      calls
        .filter(({ description }) => description.endsWith(sentence))
        .map(({ call }) => call)
        .toSorted();
    const [publish = '', none = ''] = readBlocks(page, 'text');
    expect(publish.trim().split('\n')).toEqual(listed('An API token needs `publish`.'));
    expect(none.trim().split('\n')).toEqual(listed('No API token may do this.'));
  });
});
