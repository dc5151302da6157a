import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config.ts';
import { databaseFile } from '../database/database-file.ts';
import { compareMigrations, openReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { checkFile, checkPosts, checkVersion } from './check-database.ts';
import { checkBackups, checkFolder } from './check-folder.ts';
import { checkSettings, type Environment } from './check-settings.ts';
import { checkUploads } from './check-uploads.ts';
import { type Check, type Finding, type Progress, wrong } from './finding.ts';

export { findFileMistakes } from '../database/file-mistakes.ts';
export { openReadOnly } from '../database/read-only.ts';
export { POST_CHECKS } from '../posts/check-posts.ts';
export type { Finding } from './finding.ts';

export type Examined = { readonly name: string; readonly findings: readonly Finding[] };

export type Patient = {
  readonly env: Environment;
  /** The names of settings in the .env file. */
  readonly inFile?: readonly string[];
  readonly now?: Date;
  readonly onProgress?: (check: string, done: number, of: number) => void;
};

/** Mistakes in other settings are no reason not to look at the data. */
function readDataSettings(env: Environment): Pick<Config, 'dataDir' | 'site'> {
  try {
    return readConfig(env);
  } catch {
    return readConfig({ DATA_DIR: env.DATA_DIR });
  }
}

function failed(error: unknown, dataDir: string): Finding {
  const failure = findStorageFailure(error);
  const message = error instanceof Error ? error.message : String(error);
  return wrong(
    `This could not be looked at: ${message}.`,
    failure?.advice(dataDir) ??
      'Run it again; should it stay so, tell whoever wrote this software.',
  );
}

async function* databaseChecks(
  db: Database,
  { dataDir, site }: Pick<Config, 'dataDir' | 'site'>,
): AsyncGenerator<Check> {
  yield checkFile(db);
  yield checkVersion(db);
  // The tables of another version are not those that the rest looks at.
  const { pending, unknown } = await compareMigrations(db).catch(() => ({
    pending: ['unreadable'],
    unknown: [],
  }));
  if (pending.length > 0 || unknown.length > 0) return;
  yield* checkPosts(db);
  yield checkUploads(db, dataDir, site.url);
}

/** Looks at everything and changes nothing, whether a server runs or not. */
export async function* examine(patient: Patient): AsyncGenerator<Examined> {
  const { env, inFile = [], now = new Date(), onProgress = () => {} } = patient;
  const settings = readDataSettings(env);
  const { dataDir } = settings;

  async function run({ name, find }: Check): Promise<Examined> {
    const progress: Progress = (done, of) => onProgress(name, done, of);
    progress(0, 0);
    try {
      return { name, findings: await Array.fromAsync(find(progress)) };
    } catch (error) {
      return { name, findings: [failed(error, dataDir)] };
    }
  }

  yield run(checkSettings(env, inFile));
  yield run(checkFolder(dataDir));
  const name = 'The database can be opened';
  if (!existsSync(databaseFile(dataDir))) {
    const todo =
      'The first start makes one. If there should be posts, DATA_DIR names the wrong folder, or a backup is to be restored: npm run restore -- FILE.';
    yield { name, findings: [wrong(`There is no database in ${dataDir}.`, todo)] };
    return;
  }
  let db: Database;
  try {
    db = openReadOnly(dataDir);
  } catch (error) {
    yield { name, findings: [failed(error, dataDir)] };
    return;
  }
  try {
    for await (const check of databaseChecks(db, settings)) yield run(check);
    yield run(checkBackups(dataDir, now));
  } finally {
    await db.destroy();
  }
}
