import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { sendRequest } from '../../../test-support/http-client.ts';
import { startTestApp } from '../../../test-support/test-app.ts';

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
