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
export async function readBlogNumber(db: Database, siteUrl: string): Promise<string> {
  const id = await readBlogId(db);
  return createHash('sha256').update(`${id}\n${siteUrl}`).digest('hex').slice(0, 12);
}
