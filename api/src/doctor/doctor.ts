import { existsSync, statSync } from 'node:fs';
import { type Config, readConfig } from '../config/config.ts';
import type { Environment } from '../config/config-values.ts';
import { databaseFile } from '../database/location.ts';
import { compareMigrations, isUninitialized, openDatabaseReadOnly } from '../database/read-only.ts';
import type { Database } from '../database/tables.ts';
import { openFileStore } from '../files/open-store.ts';
import { reasonOf } from '../reason.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { checkBackups } from './check-backups.ts';
import { checkFile, checkPostsAndPages, checkVersion } from './check-database.ts';
import { checkFolder } from './check-folder.ts';
import { checkMail } from './check-mail.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkSettings, checkSite, type SettingsFile } from './check-settings.ts';
import { checkStoredUploads, checkUploads } from './check-uploads.ts';
import { asError, type Check, type Finding, type Progress, RESTORE } from './finding.ts';

export { SOFTWARE } from '../software-version.ts';
export type { Finding } from './finding.ts';

export type CheckResult = { readonly name: string; readonly findings: readonly Finding[] };

export type DoctorOptions = {
  readonly env: Environment;
  readonly file?: SettingsFile | undefined;
  readonly now?: Date;
  readonly onProgress?: (check: string, done: number, of: number) => void;
};

type DataSettings = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 's3'
  | 'site'
  | 'settingsSet'
  | 'workers'
  | 'backups'
  | 'mail'
  | 'imap'
> & {
  /** False when invalid settings hide what the others are. */
  readonly isComplete: boolean;
  /** False when invalid settings hide whether the uploads are in an object store. */
  readonly isStoreKnown: boolean;
};

/** These are tried in turn: with an invalid setting, fewer settings still locate the data. */
const SETTING_FILTERS = [
  /^/,
  /^(DATA_DIR|DATABASE_URL(_FILE)?|SITE_URL|S3_\w+)$/,
  /^(DATA_DIR|DATABASE_URL(_FILE)?)$/,
];

function readDataSettings(env: Environment): DataSettings | undefined {
  for (const filter of SETTING_FILTERS) {
    const settings = Object.fromEntries(Object.entries(env).filter(([name]) => filter.test(name)));
    try {
      const isStoreKnown = !env.S3_ENDPOINT || 'S3_ENDPOINT' in settings;
      const isComplete = filter === SETTING_FILTERS[0];
      return { ...readConfig(settings), isComplete, isStoreKnown };
    } catch {
      // checkSettings reports it.
    }
  }
  return undefined;
}

function checkFailed(error: unknown, dataDir: string): Finding {
  return asError(
    `This check failed: ${reasonOf(error)}.`,
    findStorageFailure(error)?.advice(dataDir) ??
      'Run it again. If it fails again, please report it as a bug.',
  );
}

function findFileMissing(dataDir: string): Finding | undefined {
  const file = databaseFile(dataDir);
  if (!existsSync(file))
    return asError(
      `There is no database in ${dataDir}.`,
      'The first start creates one. If there should be posts, correct DATA_DIR or restore a backup: npm run restore -- FILE.',
    );
  return statSync(file).size === 0 ? asError(`The database ${file} is empty.`, RESTORE) : undefined;
}

function noTables({ dataDir, databaseUrl }: DataSettings): Finding {
  if (databaseUrl === undefined)
    return asError(`The database ${databaseFile(dataDir)} does not contain a blog.`, RESTORE);
  return asError(
    'There is no blog in the database at DATABASE_URL.',
    'The first start creates one. If there should be posts, check whether DATABASE_URL names the right database.',
  );
}

type State = 'unreadable' | 'without tables' | 'of another version' | 'up to date';

async function readState(db: Database): Promise<State> {
  try {
    if (await isUninitialized(db)) return 'without tables';
    const { pending, unknown } = await compareMigrations(db);
    return pending.length > 0 || unknown.length > 0 ? 'of another version' : 'up to date';
  } catch {
    return 'unreadable';
  }
}

type Run = (check: Check) => Promise<CheckResult>;

async function* checkContent(db: Database, settings: DataSettings, run: Run) {
  const { dataDir, databaseUrl, s3, site, workers, isStoreKnown } = settings;
  const first = await run(
    databaseUrl === undefined ? checkFile(db) : checkPostgres(db, databaseUrl, workers),
  );
  yield first;
  const hasErrors = first.findings.some(({ level }) => level === 'error');
  const state = await readState(db);
  if (state === 'without tables')
    yield { name: 'The database contains a blog', findings: [noTables(settings)] };
  else if (state !== 'unreadable' || !hasErrors) yield run(checkVersion(db));
  // The other checks read the tables of this version.
  if (state !== 'up to date') return;
  for (const check of checkPostsAndPages(db)) yield run(check);
  yield run(checkSite(db, settings));
  if (!isStoreKnown) return;
  yield run(
    s3
      ? checkStoredUploads(db, openFileStore(settings), site.url)
      : checkUploads(db, dataDir, site.url),
  );
}

async function* checkDatabase(settings: DataSettings, run: Run): AsyncGenerator<CheckResult> {
  const { dataDir, databaseUrl } = settings;
  const name = 'The database can be opened';
  const missing = databaseUrl === undefined ? findFileMissing(dataDir) : undefined;
  if (missing) {
    yield { name, findings: [missing] };
    return;
  }
  let db: Database;
  try {
    db = openDatabaseReadOnly(settings);
  } catch (error) {
    yield { name, findings: [checkFailed(error, dataDir)] };
    return;
  }
  try {
    yield* checkContent(db, settings, run);
  } finally {
    await db.destroy();
  }
}

/** Changes nothing, and can run beside a running server. */
export async function* runDoctor(options: DoctorOptions): AsyncGenerator<CheckResult> {
  const { env, file, now = new Date(), onProgress = () => {} } = options;
  const settings = readDataSettings(env);

  async function run({ name, find }: Check): Promise<CheckResult> {
    const progress: Progress = (done, of) => onProgress(name, done, of);
    progress(0, 0);
    try {
      return { name, findings: await Array.fromAsync(find(progress)) };
    } catch (error) {
      return { name, findings: [checkFailed(error, settings?.dataDir ?? 'the data folder')] };
    }
  }

  yield run(checkSettings(env, file));
  if (!settings) return;
  yield run(checkFolder(settings));
  yield* checkDatabase(settings, run);
  yield run(checkBackups(settings, now));
  for (const check of checkMail(settings)) yield run(check);
}
