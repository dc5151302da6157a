import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabaseReadOnly } from '../api/src/database/read-only.ts';
import type { TestLocation } from './database-problems.ts';

const TABLES = [
  ...(['posts', 'post_tags', 'slugs', 'pages', 'page_slugs', 'redirects'] as const),
  ...(['imported_items', 'upload_references', 'site_settings'] as const),
] as const;

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

function readPictures({ dataDir }: TestLocation): Record<string, string> {
  const folder = join(dataDir, 'uploads');
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    // The next start of the blog removes what a killed process has left.
    (file) => file.isFile() && !file.name.endsWith('.tmp'),
  );
  return Object.fromEntries(
    files.map(({ name }) => [name, readFileSync(join(folder, name), 'base64')]),
  );
}

/**
 * All rows and pictures that an import makes, in an order of their own. Documents are named by their
 * slugs instead of their ids, and times after `since` are all the same: both differ with each import.
 */
export async function readImportedBlog(location: TestLocation, since: Date) {
  const db = openDatabaseReadOnly(location);
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of TABLES) rows[table] = await db.selectFrom(table).selectAll().execute();
  await db.destroy();
  const { posts = [], pages = [] } = rows;
  const slugs = new Map([...posts, ...pages].map(({ id, slug }) => [id, `id of ${slug}`]));
  const comparable = (row: Record<string, unknown>) =>
    JSON.stringify(row)
      .replace(UUID, (id) => slugs.get(id) ?? id)
      .replace(TIME, (time) => (new Date(time) >= since ? 'now' : time));
  const tables = TABLES.map((table) => [table, rows[table]?.map(comparable).toSorted()]);
  return { ...Object.fromEntries(tables), pictures: readPictures(location) };
}

async function count(location: TestLocation): Promise<number> {
  const db = openDatabaseReadOnly(location);
  try {
    const { items } = await db
      .selectFrom('imported_items')
      // A redirect is listed as well, and is no item.
      .where('kind', '!=', 'redirect')
      .select(({ fn }) => fn.countAll().as('items'))
      .executeTakeFirstOrThrow();
    return Number(items);
  } finally {
    await db.destroy();
  }
}

/** 0 as long as there is no database. */
export function countImported(location: TestLocation): Promise<number> {
  return count(location).catch(() => 0);
}
