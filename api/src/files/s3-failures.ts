import { StorageStartError } from '../storage-failures.ts';
import { FileStoreError } from './file-store.ts';

type Failure = { name?: string; code?: unknown; $metadata?: { httpStatusCode?: number } };
type Location = { readonly endpoint: string; readonly bucket: string; readonly region: string };

function statusOf(error: unknown): number | undefined {
  return (error as Failure).$metadata?.httpStatusCode;
}

/** False for an object in a missing bucket, which is a configuration error. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Failure).name !== 'NoSuchBucket';
}

/** Returns only name and code, because the store's message may contain keys. */
function reasonOf(error: unknown): string {
  const { name, code } = error as Failure;
  const status = statusOf(error);
  if (status === undefined) return typeof code === 'string' ? code : (name ?? 'unknown');
  return name && !/^(Unknown|Error)/.test(name) ? `${name}, ${status}` : String(status);
}

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  // A time-out (408) and too many requests (429) are temporary.
  return status !== undefined && status >= 300 && status < 500 && ![408, 429].includes(status);
}

export function toStoreError(error: unknown): FileStoreError {
  return isRefusal(error)
    ? new FileStoreError('STORE_REFUSED', `The object store refused (${reasonOf(error)}).`)
    : new FileStoreError(
        'STORE_UNAVAILABLE',
        `The object store does not respond (${reasonOf(error)}).`,
      );
}

/** Says what happened to the store of the backups and what to do. */
export function explainRefusal(error: unknown, { endpoint, region }: Location): string {
  const reason = reasonOf(error);
  if (!isRefusal(error))
    return `the object store at ${endpoint} does not respond (${reason}). Is BACKUP_S3_ENDPOINT right, is it running, and can this machine reach it?`;
  if (/TimeTooSkewed/.test(reason))
    return `the object store at ${endpoint} says that the clock of this machine is wrong (${reason}). Correct the clock.`;
  if (statusOf(error) === 404)
    return `there is no such bucket or file at ${endpoint} (${reason}). Create the bucket there, or correct BACKUP_TO.`;
  return `the object store at ${endpoint} refused (${reason}). Check BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and the region ${region}, and that the key may list, read, write and delete there.`;
}

export function explainStartFailure(
  error: unknown,
  { endpoint, bucket, region }: Location,
  attempt: 'use' | 'create',
): StorageStartError {
  const reason = reasonOf(error);
  const status = statusOf(error);
  if (!isRefusal(error))
    return new StorageStartError(
      `The object store at ${endpoint} does not respond (${reason}). Is S3_ENDPOINT right, is it running, and can this machine reach it?`,
    );
  if (attempt === 'create')
    return new StorageStartError(
      `There is no bucket ${bucket} at ${endpoint}, and it could not be created (${reason}). Create it there, or set S3_BUCKET to an existing one.`,
    );
  if (/TimeTooSkewed/.test(reason))
    return new StorageStartError(
      `The object store at ${endpoint} says that the clock of this machine is wrong (${reason}). Correct the clock.`,
    );
  if (status === 401 || status === 403)
    return new StorageStartError(
      `The object store at ${endpoint} denied access to the bucket ${bucket} (${reason}). Check S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET, and that the key may list, read, write and delete there.`,
    );
  return new StorageStartError(
    `The object store at ${endpoint} refused access to the bucket ${bucket} in the region ${region} (${reason}). Check S3_ENDPOINT, S3_BUCKET and S3_REGION.`,
  );
}
