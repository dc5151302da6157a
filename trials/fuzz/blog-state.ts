import { createHash } from 'node:crypto';
import { SESSION_ID_LENGTH } from '@longhand/contract/account';
import { openSession } from '../../test-support/administrator.ts';
import { requestOk, sendRequest } from '../../test-support/http-client.ts';
import { EXISTING } from './existing.ts';
import { largePicture } from './forms.ts';
import { trackPages } from './page-state.ts';
import type { Plan } from './requests.ts';
import type { SentRequest } from './send.ts';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const SPARE_SESSIONS = 6;
/** Another client address, because the trial's own is soon locked out for wrong passwords. */
const OTHER_ADDRESS = { 'x-forwarded-for': '192.0.2.1' };

type ListedPost = { id: string; slug: string; tags: string[] };
type Link = { readonly id: string; readonly post: string; readonly token: string };

function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, SESSION_ID_LENGTH);
}

/** Gives some posts an earlier version; returns their ids. */
async function changeSome(site: string, token: string, posts: readonly ListedPost[]) {
  const ids = posts.slice(0, 3).map(({ id }) => id);
  const body = { title: 'Changed', excerpt: 'Changed', content: '<p>Changed</p>' };
  for (const id of ids)
    await requestOk(`${site}/api/admin/posts/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  return ids;
}

/** Returns the path of a picture, which is the site's icon at first. */
async function uploadIcon(site: string, token: string): Promise<string> {
  const { bytes, headers } = largePicture;
  const { hostname: host, port } = new URL(site);
  const path = '/api/admin/upload-image';
  const { body } = await sendRequest(
    {
      ...{ host, port, path, method: 'POST' },
      headers: { ...headers, authorization: `Bearer ${token}` },
    },
    bytes,
  );
  const icon: string = JSON.parse(body.toString()).url;
  await requestOk(`${site}/api/admin/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: { icon },
  });
  return icon;
}

/** Tracks what exists, so that requests can refer to it. */
export async function trackBlog(site: string) {
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
  const posts: ListedPost[] = JSON.parse(listed.body.toString());
  const trashed: ListedPost[] = [];
  // A few from the start: most of the trial's own changes are refused for their If-Match.
  const changed = await changeSome(site, token, posts);
  const pages = await trackPages(site, token);
  const upload = await uploadIcon(site, token);
  const links: Link[] = [];
  const edited = new Set<string>();
  let turn = 0;

  function pick<Item>(items: readonly Item[]): Item | undefined {
    turn += 1;
    return items[(turn * 7) % Math.max(1, items.length)];
  }

  const stillThere = (ids: readonly string[]) =>
    ids.filter((id) => posts.some((post) => post.id === id));

  function moveToTrash(id: string): void {
    const at = posts.findIndex((post) => post.id === id);
    if (at >= 0) trashed.push(...posts.splice(at, 1));
  }

  function authorization({ token: kind, operation }: Plan): string | undefined {
    if (kind === 'none') return undefined;
    if (kind !== 'valid') return kind.replace('{{token}}', token);
    // A logout ends a spare session.
    const session = operation.path === '/api/logout' ? spares.pop() : token;
    return `Bearer ${session ?? 'ended'}`;
  }

  return {
    /** Replaces the plan's placeholders by what exists now. */
    fill(plan: Plan): SentRequest {
      // Changed posts are kept: few requests can read their versions.
      const unchanged = posts.filter(({ id }) => !changed.includes(id));
      const post = pick(plan.method === 'DELETE' && unchanged.length > 0 ? unchanged : posts);
      const link = pick(links);
      const target = pages
        .fill(plan.target, plan.method)
        .replaceAll(EXISTING.link, () => link?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.linked, () => link?.post ?? UNKNOWN_ID)
        .replaceAll(EXISTING.session, () => sessionIdOf(spares.at(-1) ?? ''))
        .replaceAll(EXISTING.token, () => link?.token ?? 'unknown')
        .replaceAll(EXISTING.id, () => post?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.trashed, () => pick(trashed)?.id ?? post?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.changed, () => pick(stillThere(changed)) ?? post?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.edited, () => pick([...edited]) ?? post?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.slug, () => post?.slug ?? 'nothing')
        .replaceAll(EXISTING.tag, () => encodeURIComponent(pick(post?.tags ?? []) ?? 'nothing'));
      const header = authorization(plan);
      return {
        method: plan.method,
        target,
        headers: { ...plan.headers, ...(header !== undefined && { authorization: header }) },
        body: plan.body?.includes(EXISTING.upload)
          ? Buffer.from(plan.body.toString().replaceAll(EXISTING.upload, upload))
          : plan.body,
      };
    },

    async note({ operation }: Plan, { method, target }: SentRequest, status: number, body: Buffer) {
      // Later requests need a session.
      if (status === 204 && operation.path.endsWith('/logout-everywhere'))
        await openSessions(1, OTHER_ADDRESS);
      if (status === 204 && operation.path === '/api/admin/sessions/{id}')
        spares = spares.filter((spare) => !target.includes(sessionIdOf(spare)));
      if (status === 200 && method === 'DELETE' && operation.path.endsWith('/sample-posts')) {
        const { removed } = JSON.parse(body.toString()) as { removed: string[] };
        for (const id of removed) moveToTrash(id);
      }
      if (status === 201 && operation.path === '/api/admin/posts')
        posts.push(JSON.parse(body.toString()));
      pages.note(`${method} ${operation.path}`, target, status, body);
      const id = target.split('?')[0]?.split('/')[4] ?? '';
      const isPost = operation.path === '/api/admin/posts/{id}';
      if (status === 200 && method === 'PUT' && isPost) changed.push(id);
      if (status === 204 && method === 'DELETE' && isPost) moveToTrash(id);
      if (status < 300 && operation.path === '/api/admin/working-copies/{id}') {
        if (method === 'PUT') edited.add(id);
        if (method === 'DELETE') edited.delete(id);
      }
      if (status === 204 && operation.path === '/api/admin/trash/{id}') {
        const at = trashed.findIndex((post) => post.id === id);
        if (at >= 0) trashed.splice(at, 1);
      }
      if (status === 201 && operation.path.endsWith('/preview-links')) {
        const link = JSON.parse(body.toString()) as { id: string; url: string };
        links.push({ id: link.id, post: id, token: link.url.split('/').at(-1) ?? '' });
      }
      if (status === 200 && operation.path.endsWith('/restore')) {
        const at = trashed.findIndex((post) => post.id === id);
        if (at >= 0) posts.push(...trashed.splice(at, 1));
      }
    },
  };
}

export type TrackedBlog = Awaited<ReturnType<typeof trackBlog>>;
