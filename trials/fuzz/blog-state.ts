import { createHash } from 'node:crypto';
import { SESSION_ID_LENGTH } from '@longhand/contract/account';
import { openSession } from '../../test-support/administrator.ts';
import { requestOk, sendRequest } from '../../test-support/http-client.ts';
import { largePicture } from './bodies.ts';
import type { Plan } from './requests.ts';
import type { SentRequest } from './send.ts';
import { EXISTING } from './values.ts';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';
const SPARE_SESSIONS = 6;
/** Another client address, because the trial's own is soon locked out for wrong passwords. */
const OTHER_ADDRESS = { 'x-forwarded-for': '192.0.2.1' };

type TrackedPost = { readonly id: string; readonly slug: string; readonly tags: string[] };
type TrackedPage = { readonly id: string; readonly slug: string };
type Link = { readonly id: string; readonly post: string; readonly token: string };

function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, SESSION_ID_LENGTH);
}

/** Returns the path of a picture, which is the site's icon at first. */
async function uploadIcon(site: string, authorization: string): Promise<string> {
  const { bytes, headers } = largePicture;
  const { hostname: host, port } = new URL(site);
  const path = '/api/admin/upload-image';
  const { body } = await sendRequest(
    { host, port, path, method: 'POST', headers: { ...headers, authorization } },
    bytes,
  );
  return JSON.parse(body.toString()).url;
}

/** Some of each kind: a short trial hardly gets to the trash or to an earlier version by itself. */
async function prepare(site: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, status: number, body?: unknown) => {
    const url = `${site}/api/admin/${path}`;
    const response = await requestOk(url, { method, headers, body }, status);
    return response.body.length > 0 ? JSON.parse(response.body.toString()) : undefined;
  };
  const createPage = (title: string): Promise<TrackedPage> =>
    call('POST', 'pages', 201, { title, content: '<p>A page</p>' });
  const posts: TrackedPost[] = await call('GET', 'posts?view=summary', 200);
  const changed = posts.slice(0, 3).map(({ id }) => id);
  const change = { title: 'Changed', excerpt: 'Changed', content: '<p>Changed</p>' };
  for (const id of changed) await call('PUT', `posts/${id}`, 200, change);
  const [changedPage, pages] = [await createPage('Changed'), [await createPage('Now')]];
  const trashedPages = [await createPage('Imprint'), await createPage('Privacy')];
  await call('PUT', `pages/${changedPage.id}`, 200, { content: '<p>Changed</p>' });
  for (const { id } of trashedPages) await call('DELETE', `pages/${id}`, 204);
  const unsaved = ['unsaved-1', 'unsaved-2', 'unsaved-3'];
  const copy = { base_version: 0, form: { title: 'Unsaved', content: '<p>Typed</p>' } };
  for (const id of unsaved) await call('PUT', `working-copies/${id}`, 200, copy);
  const upload = await uploadIcon(site, headers.authorization);
  await call('PUT', 'settings', 200, { icon: upload });
  return { posts, changed, changedPage, pages, trashedPages, unsaved, upload };
}

function move<Item extends { readonly id: string }>(from: Item[], to: Item[], id: string): void {
  const at = from.findIndex((item) => item.id === id);
  if (at >= 0) to.push(...from.splice(at, 1));
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
  const prepared = await prepare(site, token);
  const { posts, changed, changedPage, pages, trashedPages, unsaved, upload } = prepared;
  const trashed: TrackedPost[] = [];
  const links: Link[] = [];
  const edited = new Set<string>();
  let turn = 0;

  function pick<Item>(items: readonly Item[]): Item | undefined {
    turn += 1;
    return items[(turn * 7) % Math.max(1, items.length)];
  }

  function authorization({ token: kind, operation }: Plan): string | undefined {
    if (kind === 'none') return undefined;
    if (kind !== 'valid') return kind.replace('{{token}}', token);
    // A logout ends a spare session.
    const session = operation.path === '/api/logout' ? spares.pop() : token;
    return `Bearer ${session ?? 'ended'}`;
  }

  /** What a placeholder stands for now. */
  function existing(isDeleted: boolean): Record<keyof typeof EXISTING, () => string | undefined> {
    // Changed posts and pages are kept: few requests can read their versions.
    const unchanged = posts.filter(({ id }) => !changed.includes(id));
    const post = pick(isDeleted && unchanged.length > 0 ? unchanged : posts);
    const link = pick(links);
    const page = pages.at(-1);
    const stillThere = () => changed.filter((id) => posts.some((each) => each.id === id));
    return {
      id: () => post?.id,
      trashed: () => pick(trashed)?.id ?? post?.id,
      changed: () => pick(stillThere()) ?? post?.id,
      // The latest: a saved or deleted post has no working copy any more.
      edited: () => [...edited].at(-1) ?? post?.id,
      unsaved: () => unsaved.at(-1),
      slug: () => post?.slug,
      tag: () => encodeURIComponent(pick(post?.tags ?? []) ?? 'nothing'),
      link: () => link?.id,
      linked: () => link?.post,
      token: () => link?.token,
      session: () => sessionIdOf(spares.at(-1) ?? ''),
      page: () => (isDeleted ? page : (page ?? changedPage))?.id,
      pageSlug: () => (page ?? changedPage).slug,
      changedPage: () => changedPage.id,
      trashedPage: () => trashedPages.at(-1)?.id,
      upload: () => upload,
    };
  }

  /** What each call that succeeded has changed. */
  const changes: Readonly<Record<string, (id: string, body: Buffer, target: string) => unknown>> = {
    // Later requests need a session.
    'POST /api/admin/logout-everywhere': () => openSessions(1, OTHER_ADDRESS),
    'DELETE /api/admin/sessions/{id}': (_, __, target) => {
      spares = spares.filter((spare) => !target.includes(sessionIdOf(spare)));
    },
    'DELETE /api/admin/sample-posts': (_, body) => {
      for (const id of JSON.parse(body.toString()).removed) move(posts, trashed, id);
    },
    'POST /api/admin/posts': (_, body) => posts.push(JSON.parse(body.toString())),
    'PUT /api/admin/posts/{id}': (id) => changed.push(id),
    'DELETE /api/admin/posts/{id}': (id) => move(posts, trashed, id),
    'PUT /api/admin/working-copies/{id}': (id) => {
      edited.delete(id);
      edited.add(id);
    },
    'DELETE /api/admin/working-copies/{id}': (id) => edited.delete(id),
    'POST /api/admin/working-copies/{id}/post': (_, body) => {
      unsaved.pop();
      posts.push(JSON.parse(body.toString()));
    },
    'DELETE /api/admin/trash/{id}': (id) => move(trashed, [], id),
    'POST /api/admin/trash/{id}/restore': (id) => move(trashed, posts, id),
    'POST /api/admin/posts/{id}/preview-links': (id, body) => {
      const link = JSON.parse(body.toString()) as { id: string; url: string };
      links.push({ id: link.id, post: id, token: link.url.split('/').at(-1) ?? '' });
    },
    'POST /api/admin/pages': (_, body) => pages.push(JSON.parse(body.toString())),
    'DELETE /api/admin/pages/{id}': (id) => move(pages, trashedPages, id),
    'DELETE /api/admin/trash/pages/{id}': (id) => move(trashedPages, [], id),
    'POST /api/admin/trash/pages/{id}/restore': (id) => move(trashedPages, pages, id),
  };

  return {
    /** Replaces the plan's placeholders by what exists now. */
    fill(plan: Plan): SentRequest {
      const now = existing(plan.method === 'DELETE');
      const replace = (text: string) =>
        Object.entries(EXISTING).reduce(
          (filled, [name, placeholder]) =>
            filled.replaceAll(
              placeholder,
              () => now[name as keyof typeof EXISTING]() ?? UNKNOWN_ID,
            ),
          text,
        );
      const header = authorization(plan);
      return {
        method: plan.method,
        target: replace(plan.target),
        headers: { ...plan.headers, ...(header !== undefined && { authorization: header }) },
        body: plan.body?.includes(EXISTING.upload)
          ? Buffer.from(plan.body.toString().replaceAll(EXISTING.upload, upload))
          : plan.body,
      };
    },

    async note({ operation }: Plan, { method, target }: SentRequest, status: number, body: Buffer) {
      if (status >= 300) return;
      const at = operation.path.split('/').indexOf('{id}');
      const id = target.split('?')[0]?.split('/')[at] ?? '';
      await changes[`${method} ${operation.path}`]?.(id, body, target);
    },
  };
}

export type TrackedBlog = Awaited<ReturnType<typeof trackBlog>>;
