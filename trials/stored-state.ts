import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Post } from '@longhand/contract/posts/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { openDatabaseReadOnly } from '../api/src/database/read-only.ts';
import type { TestLocation } from '../test-support/database-problems.ts';
import { request, requestOk } from '../test-support/http-client.ts';
import { wordOf } from './kill-writers.ts';

/** A post after a kill, as stored and as seen by the public. */
export type Found = {
  /** Without its content where it is in the trash. */
  readonly post: Omit<Post, 'content'> & { readonly content?: string };
  readonly inTrash: boolean;
  readonly history: readonly Post[];
  /** The public's responses: statuses, and whether a search for its unique word finds it. */
  readonly api: number;
  readonly page: number;
  readonly apiVersion: number | null;
  readonly foundBySearch: boolean;
};

async function readJson<Body>(url: string, headers: Record<string, string> = {}): Promise<Body> {
  return JSON.parse((await requestOk(url, { headers })).body.toString());
}

/** What the API does not show: the history of trashed posts, and all working copies at once. */
async function readDatabase(location: TestLocation) {
  const db = openDatabaseReadOnly(location);
  const versions = await db.selectFrom('post_revisions').selectAll().orderBy('version').execute();
  const copies = await db.selectFrom('working_copies').selectAll().execute();
  await db.destroy();
  return {
    histories: Map.groupBy(versions, ({ post_id }) => post_id),
    copies: new Map<string, WorkingCopy>(
      copies.map(({ title: _, search_text: __, form, ...row }) => [
        row.id,
        { ...row, form: JSON.parse(form) },
      ]),
    ),
  };
}

/** The state after a restart, as the administrator sees it. */
export async function readStored(
  site: string,
  location: TestLocation,
  headers: Record<string, string>,
) {
  const { histories, copies } = await readDatabase(location);
  const current = await readJson<Post[]>(`${site}/api/admin/posts`, headers);
  type Trashed = Post & { deleted_at: string };
  const trash = await readJson<Trashed[]>(`${site}/api/admin/trash`, headers);
  const stored = (post: Found['post'], inTrash: boolean) => {
    const versions = histories.get(post.id) ?? [];
    return { post, inTrash, history: versions.map(({ snapshot }): Post => JSON.parse(snapshot)) };
  };
  const posts = [
    ...current.map((post) => stored(post, false)),
    ...trash.map(({ deleted_at: _, ...post }) => stored(post, true)),
  ];

  /** With what the public sees of it. */
  async function observe(isWanted: (post: Found['post']) => boolean): Promise<Found | undefined> {
    const found = posts.find(({ post }) => isWanted(post));
    if (!found) return undefined;
    const { id, slug, title } = found.post;
    const [api, page, search] = await Promise.all([
      request(`${site}/api/posts/${slug}`),
      request(`${site}/blog/${slug}`),
      readJson<{ id: string }[]>(`${site}/api/posts?view=summary&q=${wordOf({ title })}`),
    ]);
    return {
      ...found,
      api: api.status,
      page: page.status,
      apiVersion: api.status === 200 ? JSON.parse(api.body.toString()).version : null,
      foundBySearch: search.some((post) => post.id === id),
    };
  }

  return { posts, copies, observe };
}

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Compares the public lists with the published posts. */
export async function findListProblems(site: string, { posts }: Stored): Promise<string[]> {
  const published = posts.flatMap(({ post, inTrash }) =>
    post.published && !inTrash ? [post] : [],
  );
  const listed = await readJson<Post[]>(`${site}/api/posts?view=summary`);
  const { tags } = await readJson<{ tags: string[] }>(`${site}/api/tags`);
  const state = await readJson<{ posts: number }>(`${site}/api/state`);
  const isSame = (a: Iterable<string>, b: Iterable<string>) =>
    isDeepStrictEqual([...a].toSorted(), [...b].toSorted());
  const slugs = (all: readonly { slug: string }[]) => all.map(({ slug }) => slug);
  const problems: string[] = [];
  if (!isSame(slugs(listed), slugs(published)))
    problems.push('the public list is not what is published');
  if (!isSame(tags, new Set(published.flatMap((post) => post.tags))))
    problems.push('the topics are not those of what is published');
  if (state.posts !== published.length) problems.push('the number of published posts is wrong');
  return problems;
}

/** Upload names, and whether their content matches the hash in the name. */
export function readUploads(folder: string): ReadonlyMap<string, boolean> {
  const uploads = join(folder, 'uploads');
  const isIntact = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(uploads, name)))
      .digest('hex')
      .startsWith(name.slice(0, 32));
  return new Map(
    readdirSync(uploads, { withFileTypes: true })
      .filter((file) => file.isFile() && !file.name.endsWith('.tmp'))
      .map(({ name }) => [name, isIntact(name)]),
  );
}
