import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { createWriteLimit } from './write-limit.ts';

const MINUTE = 60_000;

async function startLimits(
  open: () => Promise<TestDatabase>,
  limits: Parameters<typeof createWriteLimit>[2],
) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const time = { now: Date.parse('2026-01-01T12:00:00.000Z') };
  const startProcess = () => {
    const { enforce } = createWriteLimit(db, () => new Date(time.now), limits);
    return async ({ token = 'one', isUpload = false } = {}) => {
      const headers = { authorization: `Bearer ${token}` };
      const routeOptions = { config: { isUpload } };
      const request = { ...{ headers, routeOptions }, method: 'POST', ip: `address of ${token}` };
      await enforce(request as FastifyRequest);
    };
  };
  return { startProcess, passTime: (ms: number) => (time.now += ms) };
}

eachDialect((open) => {
  test('writes above the limit are refused for the rest of the minute', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '3' });
    const token = await site.login();
    for (let n = 0; n < 3; n += 1) await site.createPost(token, { title: `Post ${n}` });
    const url = '/api/admin/preview';
    const payload = { content: '<p>x</p>' };
    const refused = await site.request({ method: 'POST', url, payload }, token);
    expectProblem(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await site.get('/api/admin/posts', token)).json()).toHaveLength(3);
    site.passTime(Number(refused.headers['retry-after']) * 1_000);
    expect((await site.request({ method: 'POST', url, payload }, token)).statusCode).toBe(200);
  });

  test('logging out works after the write limit is reached', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '1' });
    const [first, second, third] = [await site.login(), await site.login(), await site.login()];
    await site.createPost(first);
    const send = (url: string, token: string) => site.request({ method: 'POST', url }, token);
    for (const token of [first, second])
      expectProblem(await send('/api/admin/backup-tickets', token), 429);
    expect((await send('/api/logout', first)).statusCode).toBe(204);
    expect((await send('/api/admin/logout-everywhere', second)).statusCode).toBe(204);
    expectProblem(await site.get('/api/admin/posts', third), 401);
  });

  test('sessions from the same address share a limit, from different addresses they do not', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '2' });
    const [first, second] = [await site.login(), await site.login()];
    const save = (token: string, remoteAddress: string) =>
      site.request(
        {
          method: 'POST',
          url: '/api/admin/save-image-url',
          payload: { image_url: 'https://example.com/a.png' },
          remoteAddress,
        },
        token,
      );
    for (let n = 0; n < 2; n += 1) expect((await save(first, '192.0.2.1')).statusCode).toBe(200);
    expectProblem(await save(second, '192.0.2.1'), 429);
    expectProblem(await save(first, '192.0.2.2'), 429);
    expect((await save(second, '192.0.2.3')).statusCode).toBe(200);
  });

  test('reserving in batches does not exceed the limit', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '130' });
    const token = await site.login();
    const preview = () =>
      site.request({ method: 'POST', url: '/api/admin/preview', payload: { content: '' } }, token);
    const statuses = (await Promise.all(Array.from({ length: 140 }, preview))).map(
      ({ statusCode }) => statusCode,
    );
    for (let n = 0; n < 140; n += 1) statuses.push((await preview()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(130);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  });

  test('a write that ends a reservation does not refuse an upload that waits for another', async () => {
    const { startProcess } = await startLimits(open, { writes: 120, uploads: 60 });
    const write = startProcess();
    await write();
    await Promise.all([write({ isUpload: true }), write()]);
  });

  test('a refused upload does not count as a write', async () => {
    const { startProcess } = await startLimits(open, { writes: 2, uploads: 1 });
    const write = startProcess();
    await write({ isUpload: true });
    for (let n = 0; n < 3; n += 1)
      await expect(write({ isUpload: true })).rejects.toThrow('Too many changes');
    await write();
    await expect(write()).rejects.toThrow('Too many changes');
  });

  test('a limit that was reached in one minute is not reached in the next', async () => {
    const { startProcess, passTime } = await startLimits(open, { writes: 1, uploads: 1 });
    const write = startProcess();
    await write();
    const late = expect(write()).rejects.toThrow('Too many changes');
    passTime(MINUTE);
    await Promise.all([late, write({ token: 'two' })]);
    await write();
  });

  test('parallel writes of a process leave the rest of the limit to the others', async () => {
    const { startProcess } = await startLimits(open, { writes: 120, uploads: 60 });
    const write = startProcess();
    await Promise.all(Array.from({ length: 60 }, () => write()));
    await startProcess()();
  });

  test('uploads have a lower limit, enforced before the body is read', async () => {
    const site = await startTestApp(open, { UPLOADS_PER_MINUTE: '1' });
    const token = await site.login();
    const upload = () => site.request({ method: 'POST', url: '/api/admin/upload-image' }, token);
    expectProblem(await upload(), 415);
    expectProblem(await upload(), 429);
    await site.createPost(token);
  });

  test('unauthenticated requests are not counted, and old counts are deleted', async () => {
    const site = await startTestApp(open);
    const count = async () =>
      (await site.db.selectFrom('write_counts').selectAll().execute()).length;
    expectProblem(await site.request({ method: 'POST', url: '/api/admin/posts' }), 401);
    expect(await count()).toBe(0);
    await site.createPost(await site.login());
    expect(await count()).toBe(2);
    site.passTime(MINUTE);
    await site.writes.deleteExpired();
    expect(await count()).toBe(0);
  });
});
