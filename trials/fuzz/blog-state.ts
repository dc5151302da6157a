import { openSession } from '../../test-support/administrator.ts';
import { requestOk } from '../../test-support/http-client.ts';
import { KNOWN, type Plan } from './requests.ts';
import type { Sent } from './send.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const SPARE_SESSIONS = 6;
/** An address that has not guessed passwords: the one of the trial is soon refused for that. */
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.1' };

type Listed = { id: string; slug: string; tags: string[] };

/** What of the blog is there just now, so that requests can name it. */
export async function followBlog(site: string) {
  let token = '';
  let spares: string[] = [];
  async function openSessions(several: number, headers?: Record<string, string>): Promise<void> {
    token = await openSession(site, headers);
    spares = [];
    for (let n = 0; n < several; n += 1) spares.push(await openSession(site, headers));
  }
  await openSessions(SPARE_SESSIONS);
  const listed = await requestOk(`${site}/api/admin/posts?view=summary`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const posts: Listed[] = JSON.parse(listed.body.toString());
  const trashed: Listed[] = [];
  const changed: string[] = [];
  let turn = 0;

  function pick<Item>(items: readonly Item[]): Item | undefined {
    turn += 1;
    return items[(turn * 7) % Math.max(1, items.length)];
  }

  function authorization({ token: wanted, operation }: Plan): string | undefined {
    if (wanted === 'none') return undefined;
    if (wanted !== 'valid') return wanted.replace('{{token}}', token);
    // Whoever logs out takes a session that nobody else needs.
    const own = operation.path === '/api/logout' ? spares.pop() : token;
    return `Bearer ${own ?? 'ended'}`;
  }

  return {
    /** The plan with what exists now in the place of its gaps. */
    fill(plan: Plan): Sent {
      const post = pick(posts);
      const target = plan.target
        .replaceAll(KNOWN.id, () => post?.id ?? NOBODY)
        .replaceAll(KNOWN.trashed, () => pick(trashed)?.id ?? post?.id ?? NOBODY)
        .replaceAll(KNOWN.changed, () => pick(changed) ?? post?.id ?? NOBODY)
        .replaceAll(KNOWN.slug, () => post?.slug ?? 'nothing')
        .replaceAll(KNOWN.tag, () => encodeURIComponent(pick(post?.tags ?? []) ?? 'nothing'));
      const own = authorization(plan);
      return {
        method: plan.method,
        target,
        headers: { ...plan.headers, ...(own !== undefined && { authorization: own }) },
        body: plan.body,
      };
    },

    /** Remembers what an answer has changed. */
    async note({ operation }: Plan, { method, target }: Sent, status: number, body: Buffer) {
      // Without sessions, all that comes after would be refused for that.
      if (status === 204 && operation.path.endsWith('/logout-everywhere'))
        await openSessions(1, ELSEWHERE);
      if (status === 201 && operation.path === '/api/admin/posts')
        posts.push(JSON.parse(body.toString()));
      const id = target.split('?')[0]?.split('/')[4] ?? '';
      if (status === 200 && method === 'PUT') changed.push(id);
      if (status === 204 && method === 'DELETE') {
        const at = posts.findIndex((each) => each.id === id);
        if (at >= 0) trashed.push(...posts.splice(at, 1));
      }
      if (status === 200 && operation.path.endsWith('/restore')) {
        const at = trashed.findIndex((each) => each.id === id);
        if (at >= 0) posts.push(...trashed.splice(at, 1));
      }
    },
  };
}

export type FollowedBlog = Awaited<ReturnType<typeof followBlog>>;
