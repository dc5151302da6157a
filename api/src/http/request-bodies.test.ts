import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { sendRequest } from '../../../test-support/http-client.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import { sendErrorsAsProblems } from './errors.ts';
import { addBodyTimeout } from './request-bodies.ts';

test('an incomplete body gets a 408, and the handler is not called', async () => {
  const warnings: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
  const app = Fastify({ loggerInstance: logger as FastifyBaseLogger });
  sendErrorsAsProblems(app);
  addBodyTimeout(app);
  let handled = 0;
  app.post('/', { config: { bodyTimeoutMs: 50 } }, async () => {
    handled += 1;
    return { handled };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const slow = connect(port, '127.0.0.1').setEncoding('utf8');
  slow.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a":',
  );
  let received = '';
  slow.on('data', (chunk) => {
    received += chunk;
  });
  await once(slow, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('urn:longhand:problem:request-timeout');
  expect(received.toLowerCase()).toContain('connection: close');
  slow.destroy();
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await response.json()).toEqual({ handled: 1 });
  expect(warnings).toEqual([]);
});

const TOO_LARGE = Buffer.alloc(20_000_000, ' ');

eachDialect((open) => {
  test('a body that is too large is read before the response, and the connection stays open', async () => {
    const site = await startTestApp(open);
    const authorization = `Bearer ${await site.login()}`;
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    const connections = new Set<unknown>();
    site.app.server.on('connection', (socket) => connections.add(socket));
    const wereRead: boolean[] = [];
    site.app.server.on('request', (received, response) =>
      response.once('finish', () => wereRead.push(received.complete)),
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const headers of [
      { 'content-length': TOO_LARGE.length },
      { 'transfer-encoding': 'chunked' },
    ]) {
      const types = { authorization, 'content-type': 'application/json' };
      const options = { port, agent, path: '/api/admin/posts', method: 'POST' };
      const post = { ...options, headers: { ...types, ...headers } };
      const { status, body } = await sendRequest(post, TOO_LARGE);
      expect([status, JSON.parse(body.toString()).title]).toEqual([413, 'Too large']);
    }
    expect((await sendRequest({ port, agent, path: '/healthz' }, undefined)).status).toBe(200);
    expect(wereRead).toEqual([true, true, true]);
    expect(connections.size).toBe(1);
    agent.destroy();
  });
});
