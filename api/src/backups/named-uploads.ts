import { Kysely } from 'kysely';
import { compareMigrations } from '../database/read-only.ts';
import { sqliteReadOnlyDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { useAndClose } from '../database/use-and-close.ts';
import { findShownUploads, type ShownUploads } from '../posts/shown-uploads.ts';

/** What a copy of a database names; of one that is not up to date, nobody here can say. */
export function findNamedUploads(copy: string, siteUrl: string): Promise<ShownUploads> {
  const opened = new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(copy) });
  return useAndClose(opened, async (db) => {
    const { pending, unknown } = await compareMigrations(db);
    if (pending.length > 0 || unknown.length > 0) return new Map();
    return (await findShownUploads(db, siteUrl)).shown;
  });
}
