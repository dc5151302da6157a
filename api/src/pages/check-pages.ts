import { PLACEMENTS } from '@longhand/contract/page-addresses';
import type { Database } from '../database/tables.ts';
import { findThinnedBefore } from '../database/thinned-versions.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { checkSnapshots, checkWorkingCopies } from '../documents/check-snapshots.ts';
import { PAGES } from '../documents/document-kinds.ts';
import { builtInPageOf } from './default-pages.ts';
import {
  listCopiedIds,
  listTrashedIds,
  listVersionNumbers,
  readPageRows,
} from './page-consistency.repository.ts';
import { listFormerSlugs } from './page-slugs.repository.ts';

const RESTORE =
  'Copy the data folder to be safe, then restore the last backup without this problem: npm run restore -- FILE.';

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
    yield `what visitors see of the page ${page.slug} does not match its text`;
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
      yield `the page ${page.slug} has an incomplete history`;
    if (former.has(page.slug))
      yield `the address ${page.slug} of a page is also recorded as a redirect`;
    if (trashed.includes(page.id))
      yield `the page ${page.slug} is both on the site and in the trash`;
  }
  const known = new Set([...pages.map(({ id }) => id), ...trashed]);
  for (const id of versions.keys())
    if (!known.has(id)) yield `there are versions of the page ${id}, which does not exist`;
  for (const id of await listCopiedIds(db))
    if (!known.has(id) && builtInPageOf(id) === undefined)
      yield `there is a working copy of the page ${id}, which does not exist`;
}

/** `name` is what is true when nothing is found. */
export const PAGE_CHECKS = [
  { name: 'Pages and their histories are consistent', find: checkRelations, todo: RESTORE },
  {
    name: 'Trash and histories of pages can be read',
    find: (db: Database) => checkSnapshots(db, PAGES),
    todo: RESTORE,
  },
  {
    name: 'Working copies of pages can be read',
    find: (db: Database) => checkWorkingCopies(db, PAGES),
    todo: RESTORE,
  },
] as const;
