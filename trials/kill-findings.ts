import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseReadOnly } from '@longhand/api/checks';
import type { Post } from '@longhand/contract/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { TestLocation } from '../test-support/database-problems.ts';
import { request, requestOk } from '../test-support/http-client.ts';
import type { Found } from './kill-verdict.ts';
import { hashOf, wordOf } from './kill-writers.ts';

type Headers = Record<string, string>;

async function readJson<Body>(url: string, headers: Headers = {}): Promise<Body> {
  return JSON.parse((await requestOk(url, { headers })).body.toString());
}

/** From the database, because the API does not show the history of trashed posts. */
async function readHistories(location: TestLocation): Promise<ReadonlyMap<string, Post[]>> {
  const db = openDatabaseReadOnly(location);
  const rows = await db
    .selectFrom('post_revisions')
    .select(['post_id', 'snapshot'])
    .orderBy('post_id')
    .orderBy('version')
    .execute();
  await db.destroy();
  const histories = new Map<string, Post[]>();
  for (const { post_id, snapshot } of rows)
    histories.set(post_id, [...(histories.get(post_id) ?? []), JSON.parse(snapshot)]);
  return histories;
}

/** From the database, because the API reads them one by one. */
async function readCopies(location: TestLocation): Promise<ReadonlyMap<string, WorkingCopy>> {
  const db = openDatabaseReadOnly(location);
  const rows = await db.selectFrom('working_copies').selectAll().execute();
  await db.destroy();
  return new Map(
    rows.map(({ title: _, search_text: __, form, ...row }) => [
      row.id,
      { ...row, form: JSON.parse(form) },
    ]),
  );
}

async function readPublicState(site: string, post: Found['post']) {
  const [api, page, search] = await Promise.all([
    request(`${site}/api/posts/${post.slug}`),
    request(`${site}/blog/${post.slug}`),
    readJson<{ id: string }[]>(`${site}/api/posts?view=summary&q=${wordOf(post)}`),
  ]);
  return {
    api: api.status,
    page: page.status,
    apiVersion: api.status === 200 ? JSON.parse(api.body.toString()).version : null,
    foundBySearch: search.some(({ id }) => id === post.id),
  };
}

export type Stored = {
  readonly copies: ReadonlyMap<string, WorkingCopy>;
  readonly posts: readonly Pick<Found, 'post' | 'inTrash' | 'history'>[];
  readonly observe: (stored: Stored['posts'][number]) => Promise<Found>;
};

/** The state after a restart, as the administrator sees it. */
export async function readStored(
  site: string,
  location: TestLocation,
  headers: Headers,
): Promise<Stored> {
  const histories = await readHistories(location);
  const current = await readJson<Post[]>(`${site}/api/admin/posts`, headers);
  const trash = await readJson<(Post & { deleted_at: string })[]>(
    `${site}/api/admin/trash`,
    headers,
  );
  const entry = (post: Found['post'], inTrash: boolean) => ({
    post,
    inTrash,
    history: histories.get(post.id) ?? [],
  });
  return {
    copies: await readCopies(location),
    posts: [
      ...current.map((post) => entry(post, false)),
      ...trash.map(({ deleted_at: _, ...post }) => entry(post, true)),
    ],
    observe: async (stored) => ({ ...stored, ...(await readPublicState(site, stored.post)) }),
  };
}

/** Compares the public lists with the published posts. */
export async function findListProblems(site: string, { posts }: Stored): Promise<string[]> {
  const published = posts.filter(({ post, inTrash }) => post.published && !inTrash);
  const listed = await readJson<Post[]>(`${site}/api/posts?view=summary`);
  const { tags } = await readJson<{ tags: string[] }>(`${site}/api/tags`);
  const state = await readJson<{ posts: number }>(`${site}/api/state`);
  const same = (a: Iterable<string>, b: Iterable<string>) =>
    [...a].toSorted().join() === [...b].toSorted().join();
  const problems: string[] = [];
  const slugs = published.map(({ post }) => post.slug);
  if (
    !same(
      listed.map(({ slug }) => slug),
      slugs,
    )
  )
    problems.push('the public list is not what is published');
  if (!same(tags, new Set(published.flatMap(({ post }) => post.tags))))
    problems.push('the topics are not those of what is published');
  if (state.posts !== published.length) problems.push('the number of published posts is wrong');
  return problems;
}

/** Upload names, and whether their content matches the hash in the name. */
export function readUploads(folder: string): ReadonlyMap<string, boolean> {
  const uploads = join(folder, 'uploads');
  const files = readdirSync(uploads, { withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile() && !file.name.endsWith('.tmp'))
      .map(({ name }) => [name, hashOf(readFileSync(join(uploads, name))) === name.slice(0, 32)]),
  );
}
