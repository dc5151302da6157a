import { createHash, randomUUID } from 'node:crypto';
import { claimSetting, findSetting } from '../../database/settings.repository.ts';
import type { Database } from '../../database/tables.ts';

const BLOG_ID = 'blog_id';

async function readBlogId(db: Database): Promise<string> {
  const found = await findSetting(db, BLOG_ID);
  if (found !== undefined) return found;
  await claimSetting(db, BLOG_ID, randomUUID());
  return readBlogId(db);
}

/** Another one for a copy of the blog at another address, which must not delete the original's. */
function numberOf(id: string, siteUrl: string): string {
  return createHash('sha256').update(`${id}\n${siteUrl}`).digest('hex').slice(0, 12);
}

export async function readBlogNumber(db: Database, siteUrl: string): Promise<string> {
  return numberOf(await readBlogId(db), siteUrl);
}

/** Only reads; undefined if there was no backup elsewhere yet. */
export async function findBlogNumber(db: Database, siteUrl: string): Promise<string | undefined> {
  const id = await findSetting(db, BLOG_ID);
  return id && numberOf(id, siteUrl);
}
