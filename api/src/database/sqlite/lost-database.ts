import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isImageName, UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { backupsFolder, DATABASE_FILE, databaseFile } from '../location.ts';
import { isReplacementPending, PREVIOUS_FOLDER } from './replacement.ts';

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Only a blog that was used has these files. */
function findTraceOfBlog(dataDir: string): string | undefined {
  const uploads = join(dataDir, UPLOADS_FOLDER);
  if (listNames(uploads).some(isImageName)) return `pictures in ${uploads}`;
  const backups = backupsFolder(dataDir);
  if (listNames(backups).some((name) => /\.(tar\.gz|sqlite)$/.test(name)))
    return `backups in ${backups}`;
  const previous = listNames(dataDir).find((name) => PREVIOUS_FOLDER.test(name));
  return previous && `replaced data in ${join(dataDir, previous)}`;
}

/**
 * Returns a message if the database is missing but was there before. Why not create a new one: its
 * automatic backups would replace those of the lost posts.
 */
export function explainLoss(dataDir: string): string | undefined {
  if (isReplacementPending(dataDir)) return undefined;
  const size = statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return undefined;
  const trace = findTraceOfBlog(dataDir);
  if (trace === undefined) return undefined;
  return `${DATABASE_FILE} in ${dataDir} is ${size === 0 ? 'empty' : 'missing'}, but there are ${trace}: the posts of this blog are lost, or somewhere else. Is DATA_DIR right, or was DATABASE_URL set before? Otherwise restore the newest backup: npm run restore -- FILE. For a new blog, move the folder away. Nothing was changed.`;
}
