import { mustAnswer } from '../../bench/client.ts';
import { ADMIN_PASSWORD } from '../../bench/site.ts';
import { KNOWN, type Plan } from './requests.ts';
import type { Sent } from './send.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const SPARE_SESSIONS = 6;

async function openSession(site: string): Promise<string> {
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  const answer = await mustAnswer(`${site}/api/login`, { method: 'POST', body });
  return JSON.parse(answer.body.toString()).access_token;
}

type Listed = { id: string; slug: string; tags: string[] };

/** What of the blog is there just now, so that requests can name it. */
export async function followBlog(site: string) {
  const token = await openSession(site);
  const spares: string[] = [];
  for (let n = 0; n < SPARE_SESSIONS; n += 1) spares.push(await openSession(site));
  const listed = await mustAnswer(`${site}/api/admin/posts?view=summary`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const posts: Listed[] = JSON.parse(listed.body.toString());
  const trashed: Listed[] = [];
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
    note({ operation }: Plan, { method, target }: Sent, status: number, body: Buffer): void {
      if (status === 201 && operation.path === '/api/admin/posts')
        posts.push(JSON.parse(body.toString()));
      const id = target.split('?')[0]?.split('/')[4] ?? '';
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
