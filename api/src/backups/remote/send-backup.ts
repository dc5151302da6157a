import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { describePlace, type RemoteBackups } from '../../config/backup-settings.ts';
import { BackupError, reasonOf } from '../backup-error.ts';
import { type BackupJob, streamBackup } from '../make-backup.ts';
import { readBack } from '../read-archive.ts';
import type { Archived, ArchiveOptions, Manifest } from '../write-archive.ts';
import { encryptWith } from './age-format.ts';
import type { Bytes } from './chunks.ts';
import { removeOldBackups, removeStored, storedName, writeMarker } from './stored-backups.ts';
import { type BackupTarget, openTarget } from './target.ts';

export type SendJob = BackupJob & {
  readonly remote: RemoteBackups;
  /** The blog's own number, which is in the names of its backups. */
  readonly blog: string;
};

export type SentBackup = Archived & {
  readonly name: string;
  readonly bytes: number;
  readonly cleanupError: string | undefined;
};

function createDigest() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(content: Bytes): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}

type Digest = ReturnType<ReturnType<typeof createDigest>['result']>;

async function upload(
  target: BackupTarget,
  name: string,
  job: SendJob,
  options: ArchiveOptions,
): Promise<{ archived: Archived; sent: Digest }> {
  const { passphrase } = job.remote;
  const archive = new PassThrough();
  const making = streamBackup(job, archive, options).catch((error) => {
    archive.destroy(error);
    throw error;
  });
  making.catch(() => {});
  async function* content(): Bytes {
    try {
      yield* archive;
    } catch (error) {
      // The error of the stream can be a consequence of this one.
      await making;
      throw error;
    }
  }
  const digest = createDigest();
  const encrypted = passphrase === undefined ? content() : encryptWith(passphrase)(content());
  try {
    await target.put(name, digest.pass(encrypted));
  } catch (error) {
    archive.destroy();
    await making.catch(() => {});
    throw error;
  }
  return { archived: await making, sent: digest.result() };
}

async function readBackFrom(
  target: BackupTarget,
  name: string,
  options: { passphrase: string | undefined; signal: AbortSignal | undefined },
): Promise<{ manifest: Manifest; stored: Digest }> {
  const digest = createDigest();
  const archive = Readable.from(digest.pass(await target.read(name)), { objectMode: false });
  const manifest = await readBack(archive, options);
  return { manifest, stored: digest.result() };
}

async function verify(
  target: BackupTarget,
  name: string,
  sent: Digest,
  { remote: { place, passphrase } }: SendJob,
  { signal }: ArchiveOptions,
): Promise<void> {
  try {
    const { stored } = await readBackFrom(target, name, { passphrase, signal });
    if (stored.size !== sent.size || stored.sha256 !== sent.sha256)
      throw new Error('it is not the same as what was sent');
  } catch (error) {
    signal?.throwIfAborted();
    throw new BackupError(
      `The backup was sent to ${describePlace(place)}, but could not be read back from there: ${reasonOf(error)}. It does not count as a backup. Is that place reliable, and may files be read there?`,
      { cause: error },
    );
  }
}

async function refuseIfStored(target: BackupTarget, name: string): Promise<void> {
  // This also finds a place that cannot be reached, before the work is done.
  if ((await target.list()).some((file) => file.name === name))
    throw new BackupError('Another backup is being made at this moment. Try again.');
}

/**
 * Sends a backup, reads it back, marks it as good, and then deletes old ones. A file that is not marked is never taken
 * for a backup.
 */
export async function sendBackup(job: SendJob, options: ArchiveOptions = {}): Promise<SentBackup> {
  const { remote, blog } = job;
  const now = new Date();
  const target = openTarget(remote.place);
  const name = storedName(blog, now, remote.passphrase !== undefined);
  await refuseIfStored(target, name);
  try {
    const { archived, sent } = await upload(target, name, job, options);
    await verify(target, name, sent, job, options);
    const { created_at } = archived.manifest;
    const verified_at = new Date().toISOString();
    await writeMarker(target, { file: name, ...sent, created_at, verified_at });
    const cleanupError = await removeOldBackups(target, name, {
      blog,
      now,
      keep: remote.keep,
    }).then(() => undefined, reasonOf);
    return { ...archived, name, bytes: sent.size, cleanupError };
  } catch (error) {
    await removeStored(target, name).catch(() => {});
    options.signal?.throwIfAborted();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The backup could not be made: ${reasonOf(error)}.`, { cause: error });
  }
}
