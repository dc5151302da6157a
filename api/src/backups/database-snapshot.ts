import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder, databaseFile } from '../database/database-file.ts';
import {
  copyDatabase,
  type DatabaseFacts,
  describeDatabase,
  forgetPassing,
} from '../database/snapshot.ts';
import { BackupError, reasonOf } from './backup-error.ts';
import { type OpenFile, openWhole } from './stored-uploads.ts';

export const TEMPORARY = '.tmp';

export type Snapshot = { readonly facts: DatabaseFacts; readonly file: OpenFile };

/** The whole database as one SQLite file, at one moment, ready to be read once. */
export async function takeSnapshot(dataDir: string): Promise<Snapshot> {
  const folder = backupsFolder(dataDir);
  const temporary = join(folder, `${randomUUID()}${TEMPORARY}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    copyDatabase(databaseFile(dataDir), temporary);
    forgetPassing(temporary);
    const facts = describeDatabase(temporary);
    return { facts, file: await openWhole(await open(temporary)) };
  } catch (error) {
    throw new BackupError(
      `A copy of the database could not be made in ${folder}: ${reasonOf(error)}. Is there room for it, and may this user write there?`,
      { cause: error },
    );
  } finally {
    // It stays readable where it is open, and whatever happens then, nothing is left behind.
    await rm(temporary, { force: true }).catch(() => {});
  }
}
