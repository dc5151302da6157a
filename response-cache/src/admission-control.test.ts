import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdmissionControl } from './admission-control.ts';
import { AppResponse } from './app-response.ts';

const OWNER = 'Bearer of-the-owner';

/** More turns than a line listens for before it calls the next. */
async function calm(): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) await nextTurn();
}

function start({ isKnown }: { isKnown: boolean }) {
  const admitted: string[] = [];
  const refused: string[] = [];
  let checked = 0;
  const admit = createAdmissionControl((request) => refused.push(request.url ?? ''), {
    isKnown: ({ headers: { authorization } }) =>
      authorization === undefined ? undefined : isKnown && authorization === OWNER,
    check: async ({ headers: { authorization } }) => {
      checked += 1;
      return authorization === OWNER;
    },
  });
  const ask = (url: string, authorization?: string, method = 'GET') => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { url, method, headers: authorization ? { authorization } : {} });
    const response = new AppResponse(request);
    admit(request, response, () => admitted.push(url));
    return response;
  };
  return { admitted, refused, ask, checked: () => checked };
}

test('made-up tokens take no place from the owner, in whatever number', async () => {
  const { ask, admitted, refused } = start({ isKnown: true });
  for (let n = 0; n < 500; n += 1) ask(`/blog?q=${n}`, `Bearer made-up-${n}`);
  ask('/api/admin/posts', OWNER);
  await calm();
  expect(admitted).toContain('/api/admin/posts');
  expect(refused).not.toContain('/api/admin/posts');
  expect(admitted.filter((url) => url.startsWith('/blog'))).toHaveLength(4);
});

test('a token that is not known yet is looked up first, and its owner does not wait with the others', async () => {
  const { ask, admitted, checked } = start({ isKnown: false });
  for (let n = 0; n < 50; n += 1) ask('/about', `Bearer made-up-${n}`);
  ask('/api/admin/posts', OWNER);
  await expect.poll(() => admitted).toContain('/api/admin/posts');
  expect(admitted.filter((url) => url === '/about')).toHaveLength(4);
  expect(checked()).toBe(51);
});

test('pages are limited whatever the method; what writes by the API has its own limits', async () => {
  const { ask, admitted } = start({ isKnown: true });
  for (let n = 0; n < 20; n += 1) ask('/blog/nothing', undefined, 'POST');
  for (let n = 0; n < 20; n += 1) ask('/api/login', undefined, 'POST');
  await calm();
  expect(admitted.filter((url) => url === '/blog/nothing')).toHaveLength(4);
  expect(admitted.filter((url) => url === '/api/login')).toHaveLength(20);
});
