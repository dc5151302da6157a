import { visitorAddress } from '@longhand/api/http';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { httpTransport, injectTransport } from './transports.ts';

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

test('others have their turn between the writing of a large answer and its reading', async () => {
  const api = Fastify();
  onTestFinished(() => api.close());
  const order: string[] = [];
  api.get('/api/posts', async () => {
    setImmediate(() => order.push('others'));
    return 'a'.repeat(1_000_000);
  });
  const response = await injectTransport(api)('/posts');
  order.push('answer');
  expect(order).toEqual(['others', 'answer']);
  expect(await response.text()).toHaveLength(1_000_000);
});

/** Answers with what it was sent, and for whom. */
function echo(trustProxy: string | false) {
  const api = Fastify({ trustProxy });
  onTestFinished(() => api.close());
  api.post('/api/newsletter', (request, reply) =>
    reply
      .code(429)
      .header('retry-after', '60')
      .send({ body: request.body, visitor: visitorAddress(request) }),
  );
  return api;
}

const SUBMISSION = { body: { email: 'reader@example.com' }, address: '192.0.2.7' };

test('a form is passed on with the address of its visitor, also where no proxy is trusted', async () => {
  const response = await injectTransport(echo(false))('/newsletter', 'id', SUBMISSION);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await response.json()).toEqual({ body: SUBMISSION.body, visitor: SUBMISSION.address });
});

test.each([
  ['loopback', SUBMISSION.address],
  [false, '127.0.0.1'],
] as const)('an API on another host that trusts %s counts %s', async (trustProxy, visitor) => {
  const url = await echo(trustProxy).listen({ host: '127.0.0.1', port: 0 });
  const response = await httpTransport(url)('/newsletter', 'id', SUBMISSION);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await response.json()).toEqual({ body: SUBMISSION.body, visitor });
});
