import type { ProblemCode } from '@longhand/contract/problems';

/** The message is shown without a stack. */
export class StorageStartError extends Error {}

type StorageFailure = {
  readonly codes: RegExp;
  readonly problem: ProblemCode;
  /** The client gets this. */
  readonly detail: string;
  /** The operator finds this in the log and at the start. */
  readonly advice: (dataDir: string) => string;
};

const STORAGE_FAILURES: readonly StorageFailure[] = [
  {
    codes: /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/,
    problem: 'insufficient-storage',
    detail: 'The server’s disk is full. Nothing was changed. Free some space and try again.',
    advice: (dataDir) =>
      `The disk that holds ${dataDir} is full. Free some space; nothing needs to be restarted or repaired.`,
  },
  {
    codes: /^53100$/,
    problem: 'insufficient-storage',
    detail: 'The database’s disk is full. Nothing was changed. Free some space and try again.',
    advice: () =>
      'The disk of the database at DATABASE_URL is full. Free some space there; nothing needs to be restarted or repaired here.',
  },
  {
    // PostgreSQL: read-only transaction, insufficient privilege.
    codes: /^(25006|42501)$/,
    problem: 'unavailable',
    detail:
      'The server has no permission to write to its database. Nothing was changed. Its log says what to do.',
    advice: () =>
      'The server cannot write to the database at DATABASE_URL: is it a read-only replica, or read-only because its disk is full? Does its user own the tables? Run npm run doctor for details.',
  },
  {
    codes: /^(EROFS|EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*|SQLITE_PERM)$/,
    problem: 'unavailable',
    detail:
      'The server has no permission to write to its data folder. Nothing was changed. Its log says what to do.',
    advice: (dataDir) =>
      `The server cannot write to ${dataDir}, or to something in it. Does the folder exist, and can this user write to it? Is its file system mounted read-only?`,
  },
  {
    codes: /^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/,
    problem: 'unavailable',
    detail: 'The server’s database is damaged. Its log says what to do.',
    advice: (dataDir) =>
      `The database in ${dataDir} is damaged. Stop the server, copy that folder to be safe, run npm run doctor, and restore a backup: npm run restore -- FILE.`,
  },
  {
    codes: /^(EIO|SQLITE_IOERR.*)$/,
    problem: 'unavailable',
    detail:
      'The server could not read or write its data: its disk may be full or failing. Check whether your change was saved before you try again.',
    advice: (dataDir) =>
      `The disk that holds ${dataDir} has read or write errors: is it full, or failing? Make a backup while you can, and run npm run doctor.`,
  },
  {
    codes: /^(ENOENT|ENOTDIR|EISDIR|EEXIST)$/,
    problem: 'unavailable',
    detail:
      'Something in the server’s data folder is missing or wrong. Nothing was changed. Its log says what to do.',
    advice: (dataDir) =>
      `Something in ${dataDir} is missing, or is a file instead of a folder, or a folder instead of a file. Does the folder exist, and can this user write to it? Run npm run doctor for details.`,
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED).*$/,
    problem: 'unavailable',
    detail: 'The database is busy. Nothing was changed. Please try again in a moment.',
    advice: (dataDir) =>
      `Another program keeps the database in ${dataDir} locked: is a copy or a backup of it being made by something else?`,
  },
  {
    codes: /^STORE_UNAVAILABLE$/,
    problem: 'unavailable',
    detail: 'The image store is not responding right now. Please try again in a moment.',
    advice: () =>
      'The object store at S3_ENDPOINT does not respond, or too slowly: is it running, and can this machine reach it? Nothing needs to be restarted here.',
  },
  {
    codes: /^STORE_REFUSED$/,
    problem: 'unavailable',
    detail: 'The image store refused the server’s request. Its log says what to do.',
    advice: () =>
      'The object store at S3_ENDPOINT refused the request: are S3_ACCESS_KEY and S3_SECRET_KEY still valid, and may they list, read, write and delete in S3_BUCKET?',
  },
  {
    // Network, TLS and PostgreSQL: unreachable, access denied, starting, stopping, out of connections, time-out.
    codes:
      /^(DATABASE_UNREACHABLE|ECONN.+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08.{3}|28.{3}|3D000|53.{3}|55000|57P0.|57014|55P03|25P0[34]|\w*CERT\w*|UNABLE_TO_\w+|ERR_SSL_\w+|ERR_TLS_\w+)$/,
    problem: 'unavailable',
    detail:
      'The database is not responding right now. Check whether your change was saved before you try again.',
    advice: () =>
      'The database at DATABASE_URL does not respond, or too slowly: is it running, can this machine reach it, and does it let this user in? Nothing needs to be restarted here.',
  },
];

/** Undefined if the error has nothing to do with storage. */
export function findStorageFailure(error: unknown): StorageFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    const failure = STORAGE_FAILURES.find(
      ({ codes }) => typeof code === 'string' && codes.test(code),
    );
    if (failure) return failure;
  }
  return undefined;
}

/** Returns a StorageStartError if storage is the cause, otherwise the error itself. */
export function explainStorage(error: unknown, dataDir: string): unknown {
  const failure = findStorageFailure(error);
  if (!failure || error instanceof StorageStartError) return error;
  const { message, path } = error as NodeJS.ErrnoException;
  const where = path && !message.includes(path) ? ` (${path})` : '';
  return new StorageStartError(`${failure.advice(dataDir)}\n  ${message}${where}`, {
    cause: error,
  });
}
