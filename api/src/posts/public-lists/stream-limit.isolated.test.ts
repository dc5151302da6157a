import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDialect } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import * as lists from './public-lists.repository.ts';

vi.mock('./public-lists.repository.ts', async (load) => {
  const real = await load<typeof lists>();
  return { ...real, listPages: vi.fn(real.listPages) };
});

/** More than the machine takes from us for somebody who does not read. */
const LONG = `<p>${'long '.repeat(10_000)}</p>`;

/** A blog whose list is made while it is read; how many lists are asked for, and how many parts. */
async function startLargeBlog() {
  const site = await startTestApp(openDialect.sqlite);
  const token = await site.login();
  await site.createPost(token, { content: LONG });
  await site.db.updateTable('public_state').set({ characters: 5_000_000 }).execute();
  const [post] = (await site.get('/api/posts')).json();
  const made = { lists: 0, parts: 0, ended: 0 };
  vi.mocked(lists.listPages).mockImplementation(async function* () {
    made.lists += 1;
    try {
      for (let part = 0; part < 400; part += 1) {
        made.parts += 1;
        yield [post];
        await new Promise(setImmediate);
      }
    } finally {
      made.ended += 1;
    }
  });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const ask = async (method = 'GET'): Promise<IncomingMessage> => {
    const asked = httpRequest({ port, method, path: '/api/posts', agent: false });
    asked.end();
    const [response] = await once(asked, 'response');
    response.on('error', () => {});
    onTestFinished(() => response.destroy());
    return response;
  };
  return { ...site, ask, made };
}

test('so many lists are made at once, the others come again, and who goes makes room', async () => {
  const { ask, made } = await startLargeBlog();
  const responses = await Promise.all(Array.from({ length: 40 }, () => ask()));
  const served = responses.filter(({ statusCode }) => statusCode === 200);
  const refused = responses.filter(({ statusCode }) => statusCode === 503);
  expect(served).toHaveLength(16);
  expect(refused).toHaveLength(24);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  // Nobody reads: no more is made than they have room for.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(made.ended).toBe(0);
  served[0]?.destroy();
  await expect.poll(() => made.ended).toBe(1);
  const next = await ask();
  expect(next.statusCode).toBe(200);
  next.setEncoding('utf8');
  let text = '';
  for await (const chunk of next) text += chunk;
  expect(JSON.parse(text)).toHaveLength(400);
});

test('a HEAD request for such a list does not generate it', async () => {
  const { ask, made } = await startLargeBlog();
  const response = await ask('HEAD');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('json');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(made.parts).toBe(0);
});
