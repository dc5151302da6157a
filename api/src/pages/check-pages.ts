import { PLACEMENTS } from '@longhand/contract/pages/page-addresses';
import type { Database } from '../database/tables.ts';
import {
  type DocumentCheck,
  findInconsistencies,
  RESTORE,
  readabilityChecks,
} from '../documents/check-documents.ts';
import { PAGES } from '../documents/document-kinds.ts';
import { builtInPageOf } from './default-pages.ts';
import { listFormerSlugs } from './page-slugs.repository.ts';
import { readPageRows } from './pages.repository.ts';

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

async function* checkRelations(db: Database): AsyncGenerator<string> {
  const found = await findInconsistencies(db, PAGES, (id) => (builtInPageOf(id) ? 0 : 1));
  const former = await listFormerSlugs(db);
  for (const page of await readPageRows(db)) {
    yield* checkRow(page);
    if (found.incomplete.includes(page.id)) yield `the page ${page.slug} has an incomplete history`;
    if (former.has(page.slug))
      yield `the address ${page.slug} of a page is also recorded as a redirect`;
    if (found.alsoInTrash.includes(page.id))
      yield `the page ${page.slug} is both on the site and in the trash`;
  }
  for (const [id] of found.orphanedVersions)
    yield `there are versions of the page ${id}, which does not exist`;
  for (const [slug, { pageId }] of former)
    if (!found.known.has(pageId)) yield `the former address ${slug} belongs to no page`;
  for (const id of found.orphanedCopies)
    if (builtInPageOf(id) === undefined)
      yield `there is a working copy of the page ${id}, which does not exist`;
}

export const PAGE_CHECKS: readonly DocumentCheck[] = [
  { name: 'Pages and their histories are consistent', find: checkRelations, todo: RESTORE },
  ...readabilityChecks(PAGES),
];
