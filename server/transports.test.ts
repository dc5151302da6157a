import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { injectTransport } from './transports.ts';

test('a call within the process carries bytes, their type and their ETag', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0xc3]);
  const api = Fastify();
  onTestFinished(() => api.close());
  api.get('/api/icon', (_request, reply) =>
    reply.header('etag', '"a"').header('x-other', '1').type('image/png').send(bytes),
  );
  const response = await injectTransport(api)('/icon');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'image/png',
    etag: '"a"',
  });
});
