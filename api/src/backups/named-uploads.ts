import { imageNamesIn } from '@longhand/contract/image-names';
import { Kysely } from 'kysely';
import { compareMigrations } from '../database/read-only.ts';
import { sqliteReadOnlyDialect } from '../database/sqlite-dialect.ts';
import type { Tables } from '../database/tables.ts';
import { createUploadReferences } from '../posts/upload-references.ts';

/** The uploads of this blog that are shown, each with what shows it; of several the first. */
export type NamedUploads = ReadonlyMap<string, string>;

const ADDRESSES = /(?:https?:\/\/[^\s"'<>()\\/]+)?\/?\buploads\/[^\s"'<>()\\,]+/g;

/** Uploads of other sites have such names, too: they are none of ours. */
function ownNamesIn(text: string, siteUrl: string): string[] {
  return (text.match(ADDRESSES) ?? [])
    .filter((address) => !address.startsWith('http') || address.startsWith(`${siteUrl}/`))
    .flatMap(imageNamesIn);
}

/** What a copy of a database names; of one that is not up to date, nobody here can say. */
export async function findNamedUploads(copy: string, siteUrl: string): Promise<NamedUploads> {
  const named = new Map<string, string>();
  const db = new Kysely<Tables>({ dialect: sqliteReadOnlyDialect(copy) });
  try {
    const { pending, unknown } = await compareMigrations(db);
    if (pending.length > 0 || unknown.length > 0) return named;
    for await (const texts of createUploadReferences(db).readTexts())
      for (const { where, text } of texts)
        for (const name of ownNamesIn(text, siteUrl)) if (!named.has(name)) named.set(name, where);
    return named;
  } finally {
    await db.destroy();
  }
}
