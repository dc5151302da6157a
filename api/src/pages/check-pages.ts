import { PLACEMENTS } from '@longhand/contract/page-addresses';
import type { Database } from '../database/tables.ts';
import { findThinnedBefore } from '../database/thinned-versions.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { CorruptSnapshot } from '../posts/snapshots.ts';
import { builtInPageOf } from './default-pages.ts';
import { listTrashedIds, listVersionNumbers, readPageRows } from './page-consistency.repository.ts';
import { listFormerSlugs } from './page-slugs.repository.ts';
import { findTrashedPage } from './page-trash.repository.ts';
import { findPageVersion } from './page-versions.repository.ts';

const RESTORE =
  'Copy the folder of data to be safe, then restore the last backup in which it is as it should be: npm run restore -- FILE.';

type PageRow = Awaited<ReturnType<typeof readPageRows>>[number];

function* checkRow(page: PageRow): Generator<string> {
  const builtIn = builtInPageOf(page.id);
  const hasDefaultText = Boolean(page.has_default_text);
  if (builtIn !== undefined && page.slug !== builtIn)
    yield `the page ${builtIn} has the address ${page.slug}`;
  if (!(PLACEMENTS as readonly string[]).includes(page.placement))
    yield `the page ${page.slug} is placed in ${page.placement}, which does not exist`;
  if (hasDefaultText && builtIn === undefined) yield `the page ${page.slug} has no text`;
  if (hasDefaultText !== Boolean(page.is_rendered_when_read))
    yield `what visitors see of the page ${page.slug} does not agree with its text`;
}

type Version = { readonly version: number; readonly saved_at: string | null };

/**
 * A restore may skip numbers: the version after it is one of the stored version floors. Thinning leaves
 * out those before a version of the same month.
 */
function isComplete(
  page: PageRow,
  replaced: readonly Version[],
  { floors, thinnedBefore }: { floors: readonly number[]; thinnedBefore: string },
) {
  const versions = [...replaced, { version: page.version, saved_at: null }];
  const first = builtInPageOf(page.id) === undefined ? 1 : 0;
  return versions.every(({ version, saved_at }, index) => {
    const before = versions[index - 1]?.version ?? first - 1;
    if (version === before + 1) return true;
    const isThinned = saved_at !== null && saved_at < thinnedBefore;
    return version > before && (isThinned || (index > 0 && floors.includes(version)));
  });
}

async function* checkRelations(db: Database): AsyncGenerator<string> {
  const pages = await readPageRows(db);
  const trashed = await listTrashedIds(db);
  const former = await listFormerSlugs(db);
  const allowed = {
    floors: await findVersionFloors(db),
    thinnedBefore: await findThinnedBefore(db),
  };
  const versions = Map.groupBy(await listVersionNumbers(db), ({ page_id }) => page_id);
  for (const page of pages) {
    yield* checkRow(page);
    if (!isComplete(page, versions.get(page.id) ?? [], allowed))
      yield `the page ${page.slug} has a history that is not all its versions`;
    if (former.has(page.slug))
      yield `the address ${page.slug} of a page is also kept as one that redirects`;
    if (trashed.includes(page.id)) yield `the page ${page.slug} is both there and in the trash`;
  }
  const known = new Set([...pages.map(({ id }) => id), ...trashed]);
  for (const id of versions.keys())
    if (!known.has(id)) yield `there are versions of the page ${id}, which does not exist`;
}

async function* asProblem(read: () => Promise<unknown>): AsyncGenerator<string> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof CorruptSnapshot)) throw error;
    yield error.message;
  }
}

async function* checkSnapshots(db: Database): AsyncGenerator<string> {
  for (const id of await listTrashedIds(db)) yield* asProblem(() => findTrashedPage(db, id));
  for (const { page_id, version } of await listVersionNumbers(db))
    yield* asProblem(() => findPageVersion(db, page_id, version));
}

/** `name` is what is true when nothing is found. */
export const PAGE_CHECKS = [
  { name: 'Pages and their histories belong together', find: checkRelations, todo: RESTORE },
  { name: 'Trash and histories of pages can be read', find: checkSnapshots, todo: RESTORE },
] as const;
