import { setTimeout as wait } from 'node:timers/promises';
import { connectDatabase } from '@longhand/api/database';
import type { Post } from '@longhand/contract/posts/posts';
import { requestOk } from '../../test-support/http-client.ts';
import type { Cluster, Instance } from './cluster.ts';

/** From the change in the database to the moment that all posts are due. */
const LEAD_MS = 2_000;
const POLL_MS = 50;
const TIMEOUT_MS = 30_000;
/** Instances cache the revision for half a second. */
const PROPAGATION_MS = 1_000;
/** So many are created at the same time on each instance. */
const CREATED_TOGETHER = 5;

type Headers = Record<string, string>;

async function createScheduled(
  { instances }: Cluster,
  headers: Headers,
  count: number,
): Promise<string[]> {
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const ids: string[] = [];
  async function create({ url }: Instance, first: number, step: number): Promise<void> {
    for (let n = first; n < count; n += step) {
      const text = { excerpt: 'An excerpt', content: `<p>Text ${n}</p>`, tags: [`Topic ${n % 7}`] };
      const body = { title: `Scheduled ${n}`, ...text, publish_at };
      const options = { method: 'POST', headers, body };
      const response = await requestOk(`${url}/api/admin/posts`, options, 201);
      ids.push((JSON.parse(response.body.toString()) as Post).id);
    }
  }
  const writers = Array.from(
    { length: CREATED_TOGETHER * instances.length },
    (_, n) => instances[n % instances.length] as Instance,
  );
  await Promise.all(writers.map((instance, n) => create(instance, n, writers.length)));
  return ids;
}

async function findInstanceProblems(
  { name, url }: Instance,
  ids: readonly string[],
): Promise<string[]> {
  const problems: string[] = [];
  const get = async (path: string) => (await requestOk(url + path)).body.toString();
  const sitemap = await get('/sitemap.xml');
  for (const query of ['', '&q=scheduled']) {
    const list: Post[] = JSON.parse(await get(`/api/posts?view=summary${query}`));
    const listed = list.filter(({ id }) => ids.includes(id));
    if (listed.length !== ids.length)
      problems.push(`${name} lists ${listed.length} of ${ids.length} scheduled posts`);
    for (const { slug } of listed)
      if (!sitemap.includes(`/blog/${slug}<`))
        problems.push(`${slug} is not in the sitemap of ${name}`);
  }
  return problems;
}

/** Schedules posts for one moment, at which one of the instances is killed. */
export async function trySchedules(cluster: Cluster, headers: Headers, count: number) {
  const [a, b, c] = cluster.instances;
  const problems: string[] = [];
  const ids = await createScheduled(cluster, headers, count);
  const db = connectDatabase(cluster.location);
  const countPublished = async () =>
    (
      await db
        .selectFrom('posts')
        .select('id')
        .where('id', 'in', ids)
        .where('published', '=', 1)
        .execute()
    ).length;
  try {
    const due = Date.now() + LEAD_MS;
    const publish_at = new Date(due).toISOString();
    // Not with the API: creating many takes longer than the time until they are due.
    await db.updateTable('posts').set({ publish_at }).where('id', 'in', ids).execute();
    let publishedBeforeKill = 0;
    // Then all of them are at work.
    while (publishedBeforeKill < count / 2 && Date.now() < due + TIMEOUT_MS) {
      await wait(POLL_MS);
      publishedBeforeKill = await countPublished();
    }
    await b.kill();
    while ((await countPublished()) < count && Date.now() < due + TIMEOUT_MS) await wait(POLL_MS);
    await wait(PROPAGATION_MS);

    const posts = await db
      .selectFrom('posts')
      .select(['id', 'published', 'published_at', 'publish_at', 'version', 'updated_at'])
      .where('id', 'in', ids)
      .execute();
    const isPublishedOnce = (post: (typeof posts)[number]) =>
      post.published === 1 &&
      post.published_at === publish_at &&
      post.publish_at === null &&
      post.version === 2;
    for (const post of posts)
      if (!isPublishedOnce(post))
        problems.push(`a post is not published once as scheduled: ${JSON.stringify(post)}`);
    for (const instance of [a, c]) problems.push(...(await findInstanceProblems(instance, ids)));
    await b.start({ LOG_LEVEL: 'fatal' });
    problems.push(...(await findInstanceProblems(b, ids)));
    return {
      /** From the scheduled time until each post was published. */
      publishedAfterMs: posts.map(({ updated_at }) => Date.parse(updated_at) - due),
      publishedBeforeKill,
      publishedOnce: posts.filter(isPublishedOnce).length,
      problems,
    };
  } finally {
    await db.destroy();
  }
}
