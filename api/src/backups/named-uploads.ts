import { Kysely } from 'kysely';
import { compareMigrations } from '../database/read-only.ts';
import { sqliteReadOnlyDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { findShownUploads, type ShownUploads } from '../posts/shown-uploads.ts';

/** What a copy of a database names; of one that is not up to date, nobody here can say. */
export async function findNamedUploads(copy: string, siteUrl: string): Promise<ShownUploads> {
  const db = new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(copy) });
  try {
    const { pending, unknown } = await compareMigrations(db);
    if (pending.length > 0 || unknown.length > 0) return new Map();
    return (await findShownUploads(db, siteUrl)).shown;
  } finally {
    await db.destroy();
  }
}
