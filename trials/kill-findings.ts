import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseReadOnly } from '@longhand/api/checks';
import type { Post } from '@longhand/contract/posts';
import type { TestLocation } from '../test-support/database-problems.ts';
import { request, requestOk } from '../test-support/http-client.ts';
import type { Found } from './kill-verdict.ts';
import { hashOf, wordOf } from './kill-writers.ts';

type Headers = Record<string, string>;

async function read<Answer>(url: string, headers: Headers = {}): Promise<Answer> {
  return JSON.parse((await requestOk(url, { headers })).body.toString());
}

/** The replaced versions of every post, those in the trash too, which the API does not show. */
async function readHistories(place: TestLocation): Promise<ReadonlyMap<string, Post[]>> {
  const db = openDatabaseReadOnly(place);
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

async function lookInPublic(site: string, post: Found['post']) {
  const [api, page, search] = await Promise.all([
    request(`${site}/api/posts/${post.slug}`),
    request(`${site}/blog/${post.slug}`),
    read<{ id: string }[]>(`${site}/api/posts?view=summary&q=${wordOf(post)}`),
  ]);
  return {
    api: api.status,
    page: page.status,
    apiVersion: api.status === 200 ? JSON.parse(api.body.toString()).version : null,
    foundByItsWord: search.some(({ id }) => id === post.id),
  };
}

export type Stored = {
  readonly posts: readonly Pick<Found, 'post' | 'inTrash' | 'history'>[];
  readonly look: (stored: Stored['posts'][number]) => Promise<Found>;
};

/** All that is there after a restart, as the administrator gets it. */
export async function readStored(
  site: string,
  place: TestLocation,
  headers: Headers,
): Promise<Stored> {
  const histories = await readHistories(place);
  const there = await read<Post[]>(`${site}/api/admin/posts`, headers);
  const trash = await read<(Post & { deleted_at: string })[]>(`${site}/api/admin/trash`, headers);
  const entry = (post: Found['post'], inTrash: boolean) => ({
    post,
    inTrash,
    history: histories.get(post.id) ?? [],
  });
  return {
    posts: [
      ...there.map((post) => entry(post, false)),
      ...trash.map(({ deleted_at: _, ...post }) => entry(post, true)),
    ],
    look: async (stored) => ({ ...stored, ...(await lookInPublic(site, stored.post)) }),
  };
}

/** What the public lists show must be exactly what is published. */
export async function listMistakes(site: string, { posts }: Stored): Promise<string[]> {
  const published = posts.filter(({ post, inTrash }) => post.published && !inTrash);
  const listed = await read<Post[]>(`${site}/api/posts?view=summary`);
  const { tags } = await read<{ tags: string[] }>(`${site}/api/tags`);
  const state = await read<{ posts: number }>(`${site}/api/state`);
  const same = (a: Iterable<string>, b: Iterable<string>) =>
    [...a].toSorted().join() === [...b].toSorted().join();
  const mistakes: string[] = [];
  const slugs = published.map(({ post }) => post.slug);
  if (
    !same(
      listed.map(({ slug }) => slug),
      slugs,
    )
  )
    mistakes.push('the public list is not what is published');
  if (!same(tags, new Set(published.flatMap(({ post }) => post.tags))))
    mistakes.push('the topics are not those of what is published');
  if (state.posts !== published.length) mistakes.push('the number of published posts is wrong');
  return mistakes;
}

/** Every file that has a name of its own by what is in it; others are not finished. */
export function readUploads(folder: string): ReadonlyMap<string, boolean> {
  const uploads = join(folder, 'uploads');
  const files = readdirSync(uploads, { withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile() && !file.name.endsWith('.tmp'))
      .map(({ name }) => [name, hashOf(readFileSync(join(uploads, name))) === name.slice(0, 32)]),
  );
}
