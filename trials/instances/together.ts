import { connectDatabase } from '@longhand/api/database';
import { sql } from 'kysely';
import { SAMPLE_POSTS } from '../../api/sample-content/posts.ts';
import { sessionHeaders } from '../../test-support/administrator.ts';
import { request, requestOk } from '../../test-support/http-client.ts';
import type { Cluster, Instance } from './cluster.ts';

const WRITES_PER_MINUTE = 30;
const WINDOW_MS = 60_000;

type Headers = Record<string, string>;

async function migrationsDone({ place }: Cluster): Promise<number> {
  const db = connectDatabase(place);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  await db.destroy();
  return rows.length;
}

async function mistakesOfEach({ name, url, output }: Instance): Promise<string[]> {
  const list = await requestOk(`${url}/api/posts?view=summary`);
  const posts: { slug: string; featured_image: string | null }[] = JSON.parse(list.body.toString());
  const published = SAMPLE_POSTS.filter((sample) => sample.published).length;
  const images = posts.flatMap((post) => post.featured_image ?? []);
  const paths = ['/', '/blog', '/feed.xml', ...posts.map(({ slug }) => `/blog/${slug}`), ...images];
  const mistakes: string[] = [];
  if (posts.length !== published) mistakes.push(`${name} has ${posts.length} of the sample posts`);
  for (const path of paths) {
    const { status } = await request(url + path);
    if (status !== 200) mistakes.push(`${name} answers ${status} at ${path}`);
  }
  // Between debug and warning: what is worth a look at a start is a mistake here.
  if (/"level":[456]0/.test(output())) mistakes.push(`${name} complains: ${output()}`);
  return mistakes;
}

/** How many writes get through at all three together, in one and the same minute. */
async function countWritesLetThrough({ instances }: Cluster, headers: Headers): Promise<number> {
  const window = () => Math.floor(Date.now() / WINDOW_MS);
  for (;;) {
    const begun = window();
    let done = 0;
    for (let n = 0; n < 2 * WRITES_PER_MINUTE; n += 1) {
      const { url } = instances[n % instances.length] as Instance;
      const body = { content: '<p>A text</p>' };
      const { status } = await request(`${url}/api/admin/preview`, {
        method: 'POST',
        headers,
        body,
      });
      if (status === 200) done += 1;
    }
    if (window() === begun) return done;
  }
}

/** All that they must know of each other; what they do not is told. */
async function sharingMistakes(cluster: Cluster, password: string): Promise<string[]> {
  const [a, b, c] = cluster.instances;
  const mistakes: string[] = [];
  const admin = '/api/admin/trash';
  const session = await sessionHeaders(a.url, password);
  for (const { name, url } of [b, c]) {
    const { status } = await request(url + admin, { headers: session });
    if (status !== 200) mistakes.push(`${name} answers ${status} to a session of A`);
  }
  await requestOk(`${a.url}/api/logout`, { method: 'POST', headers: session }, 204);
  for (const { name, url } of [b, c]) {
    const { status } = await request(url + admin, { headers: session });
    if (status !== 401) mistakes.push(`${name} answers ${status} to a session that A has ended`);
  }
  const through = await countWritesLetThrough(cluster, await sessionHeaders(b.url, password));
  // The logout may have been the first of the same minute.
  if (through > WRITES_PER_MINUTE || through < WRITES_PER_MINUTE - 1)
    mistakes.push(`${through} writes in a minute instead of ${WRITES_PER_MINUTE}`);
  return mistakes;
}

export type TogetherFigures = { readonly migrations: number; readonly mistakes: string[] };

/** The very first start, of all three in the same moment, on a database without anything. */
export async function tryTogether(cluster: Cluster): Promise<TogetherFigures> {
  const settings = {
    ADMIN_PASSWORD: '',
    LOG_LEVEL: 'info',
    WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
  };
  await Promise.all(cluster.instances.map(({ start }) => start(settings)));
  const migrations = await migrationsDone(cluster);
  const shown = cluster.instances.flatMap(({ output }) => /Password {2}(\S+)/.exec(output()) ?? []);
  const passwords = shown.filter((_, at) => at % 2 === 1);
  const mistakes = passwords.length === 1 ? [] : [`${passwords.length} passwords are shown`];
  for (const instance of cluster.instances) mistakes.push(...(await mistakesOfEach(instance)));
  mistakes.push(...(await sharingMistakes(cluster, passwords[0] ?? '')));
  await Promise.all(cluster.instances.map(({ stop }) => stop()));
  return { migrations, mistakes };
}
