import { setTimeout as wait } from 'node:timers/promises';
import type { Post } from '@longhand/contract/posts/posts';
import { request, requestOk } from '../../test-support/http-client.ts';
import type { Instance } from './cluster.ts';

const POLL_MS = 10;
const TIMEOUT_MS = 10_000;

async function timeUntil(isSeen: () => Promise<boolean>, begin: number): Promise<number> {
  while (!(await isSeen())) {
    if (performance.now() - begin > TIMEOUT_MS) return Number.POSITIVE_INFINITY;
    await wait(POLL_MS);
  }
  return performance.now() - begin;
}

function createChecks(slug: string, word: string, others: readonly Instance[]) {
  return others.flatMap(({ url }) =>
    [`${url}/blog/${slug}`, `${url}/api/posts/${slug}`, `${url}/api/posts?view=summary`].map(
      (address) => async () => (await request(address)).body.includes(word),
    ),
  );
}

/** Publishes on one instance, and polls the others until they show the change. */
export async function tryFreshness(
  [writer, ...others]: readonly [Instance, ...Instance[]],
  headers: Record<string, string>,
  times: number,
) {
  /** From the response to the write until each other instance shows the change. */
  const seenAfterMs: number[] = [];
  const problems: string[] = [];
  const input = { content: '<p>A text</p>', excerpt: 'An excerpt', published: true };
  const write = async (method: string, path: string, title: string, more = {}) => {
    const body = { ...input, title, ...more };
    const status = method === 'POST' ? 201 : 200;
    const response = await requestOk(
      `${writer.url}/api/admin/posts${path}`,
      { method, headers, body },
      status,
    );
    return JSON.parse(response.body.toString()) as Post;
  };
  const { id, slug } = await write('POST', '', 'Seen by all');
  for (let n = 1; n <= times; n += 1) {
    const word = `change${n}seen`;
    await write('PUT', `/${id}`, `Seen by all ${word}`, { slug });
    const begin = performance.now();
    const seen = createChecks(slug, word, others).map((isSeen) => timeUntil(isSeen, begin));
    seenAfterMs.push(...(await Promise.all(seen)));
  }
  await write('PUT', `/${id}`, 'Moved', { slug: 'moved-to-another-address' });
  await wait(1_000);
  for (const { name, url } of others) {
    const { status, headers } = await request(`${url}/blog/${slug}`);
    if (!String(headers.location).endsWith('moved-to-another-address'))
      problems.push(`${name} answers ${status} at an address that has moved`);
  }
  return { seenAfterMs, problems };
}
