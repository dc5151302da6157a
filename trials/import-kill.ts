import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { ImportReport } from '@longhand/contract/imports';
import { hasExited, startChild, temporaryFolder } from '../test-support/cleanup.ts';
import { findDatabaseProblems, type TestLocation } from '../test-support/database-problems.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { countImported, readImportedBlog } from '../test-support/imported-blog.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { count, type Section } from '../test-support/report.ts';
import { createRandom } from '../test-support/texts.ts';
import { writeWordpressExport } from '../test-support/wordpress-export.ts';

const PROGRAM = fileURLToPath(new URL('../cli/import.ts', import.meta.url));

export type ImportKillLengths = {
  readonly seed: number;
  readonly kills: number;
  readonly archive: string;
  readonly images: string;
  /** A new blog without posts. */
  readonly openBlog: () => Promise<TestLocation>;
};

type Numbers = {
  /** Items that were stored when the process was killed. */
  readonly killedAt: number[];
  readonly problems: string[];
};

function startImport(
  { dataDir, databaseUrl }: TestLocation,
  { archive, images }: ImportKillLengths,
  ...options: string[]
): ChildProcess {
  return startChild(process.execPath, [PROGRAM, archive, '--images', images, ...options], {
    cwd: dataDir,
    env: cleanEnvironment({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (!hasExited(child)) await once(child, 'exit');
}

async function importAll(blog: TestLocation, lengths: ImportKillLengths): Promise<ImportReport> {
  const file = join(temporaryFolder(), 'report.json');
  const child = startImport(blog, lengths, '--report', file);
  await ended(child);
  if (child.exitCode !== 0) throw new Error('The import failed.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** As soon as so many items are stored, and a moment more: within the next one, or after the last. */
async function killAfter(
  child: ChildProcess,
  blog: TestLocation,
  items: number,
  moreMs: number,
): Promise<void> {
  while (!hasExited(child) && (await countImported(blog)) < items) await wait(1);
  await wait(moreMs);
  child.kill('SIGKILL');
  await ended(child);
}

function differences(blog: Record<string, unknown>, whole: Record<string, unknown>): string[] {
  return Object.keys(whole).filter((name) => !isDeepStrictEqual(blog[name], whole[name]));
}

/** From before the first item to after the last, each in a blog of its own, which is then completed. */
export async function tryImportKills(lengths: ImportKillLengths): Promise<Numbers> {
  const random = createRandom(lengths.seed);
  const since = new Date();
  const unbroken = await lengths.openBlog();
  const began = performance.now();
  const { items, imported } = await importAll(unbroken, lengths);
  const msPerItem = (performance.now() - began) / imported;
  const whole = await readImportedBlog(unbroken, since);
  const numbers: Numbers = { killedAt: [], problems: [] };
  for (let kill = 0; kill < lengths.kills; kill += 1) {
    const blog = await lengths.openBlog();
    const after = Math.round((kill / (lengths.kills - 1)) * imported);
    const child = startImport(blog, lengths);
    await killAfter(child, blog, after, random() * 3 * msPerItem);
    const stored = await countImported(blog);
    numbers.killedAt.push(stored);
    const report = await importAll(blog, lengths);
    const found = [
      ...differences(await readImportedBlog(blog, since), whole).map((name) => `${name} differ`),
      ...(await findDatabaseProblems(blog)),
      ...(report.imported === imported - stored ? [] : [`${report.imported} more were imported`]),
      ...(report.items === report.imported + report.skipped.length && report.items === items
        ? []
        : ['the counts do not add up']),
    ];
    numbers.problems.push(...found.map((problem) => `killed after ${stored} items: ${problem}`));
  }
  return numbers;
}

const KILLS = 10;
const POSTS = 500;

/** With pictures beside it. */
export async function writeArchive(posts: number) {
  const [archive, images] = [join(temporaryFolder(), 'export.xml'), temporaryFolder()];
  await writeWordpressExport(archive, posts, images);
  return { archive, images };
}

export async function importKillTrial(): Promise<Section> {
  const lengths = { seed: 13, kills: KILLS, ...(await writeArchive(POSTS)) };
  const sqlite = await tryImportKills({
    ...lengths,
    openBlog: async () => ({ dataDir: temporaryFolder() }),
  });
  const server = await startPostgres();
  let databases = 0;
  const postgres = await tryImportKills({
    ...lengths,
    async openBlog() {
      databases += 1;
      const name = `blog_${databases}`;
      await server.createDatabase(name);
      return { dataDir: temporaryFolder(), databaseUrl: server.url(name) };
    },
  });
  await server.stop();
  const row = (name: string, { killedAt, problems }: Numbers) => {
    for (const problem of problems) console.error(`  ${name}: ${problem}`);
    return [name, count(KILLS), killedAt.join(', '), `**${count(problems.length)}**`];
  };
  return {
    title: 'Imports that are killed',
    about: `\`npm run import\` takes an export of WordPress with ${POSTS} posts and ${POSTS / 5} pictures into a new blog, and is killed (SIGKILL) within an item, from before the first to after the last. The same command completes it. Then all posts, topics, addresses, redirects, pictures and the list of what was imported are compared with those of an import that was not killed, and the database is checked as \`npm run doctor\` does.`,
    columns: ['', 'kills', 'items stored by then', 'differences'],
    rows: [row('SQLite', sqlite), row('PostgreSQL', postgres)],
  };
}
