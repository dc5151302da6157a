import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { tokenHash } from '../http/token-hash.ts';
import { findStorageFailure } from '../storage-failures.ts';
import { BackupError } from './backup-error.ts';
import * as tickets from './backups.repository.ts';
import { rememberDownload } from './made-backups.ts';

/** Logging out all sessions also ends their tickets. */
export { deleteAllTickets } from './backups.repository.ts';

const TICKET_MS = 60_000;
const RETRY_AFTER_S = 60;

/** Resolves when the first bytes are available. */
type MakeBackup = (signal: AbortSignal) => Promise<Readable>;

/** Storage failures have their own problems; the details of the others are only logged. */
function toProblem(error: unknown): unknown {
  if (!(error instanceof BackupError) || findStorageFailure(error)) return error;
  return new ProblemError(
    'unavailable',
    'The backup could not be created. The server’s log has the reason.',
    { cause: error },
  );
}

function downloadCancelled(): ProblemError {
  return new ProblemError('unavailable', 'The download was interrupted. Please start it again.', {
    retryAfter: RETRY_AFTER_S,
  });
}

export function createBackupsService(db: Database, clock: Clock, makeBackup: MakeBackup) {
  const shutdown = new AbortController();
  let isStarting = false;
  let latest: Readable | undefined;

  function refuseIfBusy(): void {
    const isSending = latest !== undefined && !latest.readableEnded && !latest.destroyed;
    if (!isStarting && !isSending) return;
    throw new ProblemError(
      'unavailable',
      'Another backup is being downloaded. Please try again when it is done.',
      { retryAfter: RETRY_AFTER_S },
    );
  }

  return {
    /** Why a ticket: a browser's download cannot send the session's token. */
    async createTicket(): Promise<string> {
      refuseIfBusy();
      const ticket = randomBytes(32).toString('base64url');
      const expires_at = new Date(clock().getTime() + TICKET_MS).toISOString();
      await tickets.insertTicket(db, { ticket_hash: tokenHash(ticket), expires_at });
      return ticket;
    },

    /** One at a time, because each reads all the data. */
    async download(ticket: string, signal: AbortSignal): Promise<Readable> {
      refuseIfBusy();
      isStarting = true;
      try {
        if (!(await tickets.spendTicket(db, tokenHash(ticket), clock().toISOString())))
          throw new ProblemError(
            'not-found',
            'This link was already used or has expired. Please request the backup again.',
          );
        latest = await makeBackup(AbortSignal.any([signal, shutdown.signal]));
        return latest.once('end', () => rememberDownload(db, clock()));
      } catch (error) {
        if (signal.aborted || shutdown.signal.aborted) throw downloadCancelled();
        throw toProblem(error);
      } finally {
        isStarting = false;
      }
    },

    cancelDownloads(): void {
      shutdown.abort();
      latest?.destroy();
    },

    deleteExpired: () => tickets.deleteExpiredTickets(db, clock().toISOString()),
  };
}

export type BackupsService = ReturnType<typeof createBackupsService>;
