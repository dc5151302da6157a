import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isImageName, UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { backupsFolder, DATABASE_FILE, databaseFile } from './database-file.ts';
import { isReplacing } from './replacement.ts';

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What only a blog that has been there for some time leaves behind. */
function traceOfBlog(dataDir: string): string | undefined {
  const uploads = join(dataDir, UPLOADS_FOLDER);
  if (namesIn(uploads).some(isImageName)) return `pictures in ${uploads}`;
  const backups = backupsFolder(dataDir);
  if (namesIn(backups).some((name) => /\.(tar\.gz|sqlite)$/.test(name)))
    return `backups in ${backups}`;
  const aside = namesIn(dataDir).find((name) => /^before-(restore|rollback)-/.test(name));
  return aside && `data that were put aside in ${join(dataDir, aside)}`;
}

/**
 * Why there should be a database where there is none. A blog whose posts are gone must not become a
 * new one: that would be backed up in their place.
 */
export function explainLoss(dataDir: string): string | undefined {
  if (isReplacing(dataDir)) return undefined;
  const size = statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return undefined;
  const trace = traceOfBlog(dataDir);
  if (trace === undefined) return undefined;
  return `${DATABASE_FILE} in ${dataDir} is ${size === 0 ? 'empty' : 'missing'}, but there are ${trace}: the posts of this blog are lost, or somewhere else. Is DATA_DIR right, or was DATABASE_URL set before? Otherwise restore the newest backup: npm run restore -- FILE. For a new blog, move the folder away. Nothing was changed.`;
}
