import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAdmissionControl } from './admission-control.ts';
import { AppResponse } from './app-response.ts';

const ADMIN = 'Bearer of-the-admin';

/** More turns than the queues wait before they start the next request. */
async function waitForQueues(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) await nextTurn();
}

function start({ isKnown }: { isKnown: boolean }) {
  const admitted: string[] = [];
  const refused: string[] = [];
  let checks = 0;
  const admit = createAdmissionControl((request) => refused.push(request.url ?? ''), {
    isKnown: ({ headers: { authorization } }) =>
      authorization === undefined ? undefined : isKnown && authorization === ADMIN,
    check: async ({ headers: { authorization } }) => {
      checks += 1;
      return authorization === ADMIN;
    },
  });
  const send = (url: string, authorization?: string, method = 'GET') => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { url, method, headers: authorization ? { authorization } : {} });
    const response = new AppResponse(request);
    admit(request, response, () => admitted.push(url));
    return response;
  };
  return { admitted, refused, send, checks: () => checks };
}

test('any number of invalid tokens takes no slot from the administrator', async () => {
  const { send, admitted, refused } = start({ isKnown: true });
  for (let n = 0; n < 500; n += 1) send(`/blog?q=${n}`, `Bearer made-up-${n}`);
  send('/api/admin/posts', ADMIN);
  await waitForQueues();
  expect(admitted).toContain('/api/admin/posts');
  expect(refused).not.toContain('/api/admin/posts');
  expect(admitted.filter((url) => url.startsWith('/blog'))).toHaveLength(4);
});

test('an unknown token is checked first, so that the administrator does not wait in the public queue', async () => {
  const { send, admitted, checks } = start({ isKnown: false });
  for (let n = 0; n < 50; n += 1) send('/about', `Bearer made-up-${n}`);
  send('/api/admin/posts', ADMIN);
  await expect.poll(() => admitted).toContain('/api/admin/posts');
  expect(admitted.filter((url) => url === '/about')).toHaveLength(4);
  expect(checks()).toBe(51);
});

test('pages are limited for every method; API writes are not limited here', async () => {
  const { send, admitted } = start({ isKnown: true });
  for (let n = 0; n < 20; n += 1) send('/blog/nothing', undefined, 'POST');
  for (let n = 0; n < 20; n += 1) send('/api/login', undefined, 'POST');
  await waitForQueues();
  expect(admitted.filter((url) => url === '/blog/nothing')).toHaveLength(4);
  expect(admitted.filter((url) => url === '/api/login')).toHaveLength(20);
});

test('a page waits for up to eight seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { send, refused } = start({ isKnown: true });
  for (let n = 0; n < 12; n += 1) send('/feed.json');
  await waitForQueues();
  vi.advanceTimersByTime(7_999);
  expect(refused).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(refused).toHaveLength(8);
});

test('a page with tracking parameters does not wait behind searches', async () => {
  const { send, admitted } = start({ isKnown: true });
  for (let n = 0; n < 50; n += 1) send(`/blog?q=${n}&utm_source=x`);
  for (const url of ['/about?utm_source=x', '/?fbclid=1']) send(url);
  await waitForQueues();
  expect(admitted).toEqual(expect.arrayContaining(['/about?utm_source=x', '/?fbclid=1']));
  expect(admitted.filter((url) => url.startsWith('/blog'))).toHaveLength(4);
});
