import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { addBodyTimeout } from './body-timeout.ts';
import { sendErrorsAsProblems } from './errors.ts';

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
