import { setTimeout as wait } from 'node:timers/promises';
import { connectDatabase } from '@longhand/api/database';
import { sql } from 'kysely';
import { SAMPLE_POSTS } from '../../api/sample-content/posts.ts';
import { sessionHeaders } from '../../test-support/administrator.ts';
import { request, requestOk } from '../../test-support/http-client.ts';
import type { Cluster, Instance } from './cluster.ts';

const WRITES_PER_MINUTE = 30;
const WINDOW_MS = 60_000;

type Headers = Record<string, string>;

async function countMigrations({ location }: Cluster): Promise<number> {
  const db = connectDatabase(location);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  await db.destroy();
  return rows.length;
}

async function findInstanceProblems({ name, url, output }: Instance): Promise<string[]> {
  const list = await requestOk(`${url}/api/posts?view=summary`);
  const posts: { slug: string; featured_image: string | null }[] = JSON.parse(list.body.toString());
  const published = SAMPLE_POSTS.filter((sample) => sample.published).length;
  const images = posts.flatMap((post) => post.featured_image ?? []);
  const paths = ['/', '/blog', '/feed.xml', ...posts.map(({ slug }) => `/blog/${slug}`), ...images];
  const problems: string[] = [];
  if (posts.length !== published) problems.push(`${name} has ${posts.length} of the sample posts`);
  for (const path of paths) {
    const { status } = await request(url + path);
    if (status !== 200) problems.push(`${name} answers ${status} at ${path}`);
  }
  if (/"level":[456]0/.test(output())) problems.push(`${name} logs a warning: ${output()}`);
  return problems;
}

/** By all three instances within one window of the rate limit. */
async function countAcceptedWrites({ instances }: Cluster, headers: Headers): Promise<number> {
  const window = () => Math.floor(Date.now() / WINDOW_MS);
  for (;;) {
    const windowBefore = window();
    let accepted = 0;
    for (let n = 0; n < 2 * WRITES_PER_MINUTE; n += 1) {
      const { url } = instances[n % instances.length] as Instance;
      const body = { content: '<p>A text</p>' };
      const { status } = await request(`${url}/api/admin/preview`, {
        method: 'POST',
        headers,
        body,
      });
      if (status === 200) accepted += 1;
    }
    if (window() === windowBefore) return accepted;
    // This window has already counted some of them.
    await wait(WINDOW_MS - (Date.now() % WINDOW_MS));
  }
}

async function findSharingProblems(cluster: Cluster, password: string): Promise<string[]> {
  const [a, b, c] = cluster.instances;
  const problems: string[] = [];
  const admin = '/api/admin/trash';
  const session = await sessionHeaders(a.url, password);
  for (const { name, url } of [b, c]) {
    const { status } = await request(url + admin, { headers: session });
    if (status !== 200) problems.push(`${name} answers ${status} to a session of A`);
  }
  await requestOk(`${a.url}/api/logout`, { method: 'POST', headers: session }, 204);
  for (const { name, url } of [b, c]) {
    const { status } = await request(url + admin, { headers: session });
    if (status !== 401) problems.push(`${name} answers ${status} to a session that A has ended`);
  }
  const accepted = await countAcceptedWrites(cluster, await sessionHeaders(b.url, password));
  // The logout may count as a write in the same window.
  if (accepted > WRITES_PER_MINUTE || accepted < WRITES_PER_MINUTE - 1)
    problems.push(`${accepted} writes in a minute instead of ${WRITES_PER_MINUTE}`);
  return problems;
}

/** The first start of all three at the same time, on an empty database. */
export async function tryStartup(cluster: Cluster) {
  const settings = {
    ADMIN_PASSWORD: '',
    LOG_LEVEL: 'info',
    WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
  };
  await Promise.all(cluster.instances.map(({ start }) => start(settings)));
  const migrations = await countMigrations(cluster);
  const shown = cluster.instances.flatMap(({ output }) => /Password {2}(\S+)/.exec(output()) ?? []);
  const passwords = shown.filter((_, at) => at % 2 === 1);
  const problems = passwords.length === 1 ? [] : [`${passwords.length} passwords are shown`];
  for (const instance of cluster.instances)
    problems.push(...(await findInstanceProblems(instance)));
  problems.push(...(await findSharingProblems(cluster, passwords[0] ?? '')));
  await Promise.all(cluster.instances.map(({ stop }) => stop()));
  return { migrations, problems };
}
