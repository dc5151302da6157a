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

type Downloaded = 'backup' | 'export';

type Download = {
  readonly what: Downloaded;
  /** Resolves when the first bytes are available. */
  readonly make: (signal: AbortSignal) => Promise<Readable>;
  readonly onEnd?: () => Promise<unknown>;
};

/** Storage failures have their own problems; the details of the others are only logged. */
function toProblem(error: unknown, what: Downloaded): unknown {
  if (!(error instanceof BackupError) || findStorageFailure(error)) return error;
  return new ProblemError(
    'unavailable',
    `The ${what} could not be created. The server’s log has the reason.`,
    { cause: error },
  );
}

function downloadCancelled(): ProblemError {
  return new ProblemError('unavailable', 'The download was interrupted. Please start it again.', {
    retryAfter: RETRY_AFTER_S,
  });
}

/** Archives that a browser downloads with a ticket. */
export function createDownloads(db: Database, clock: Clock, { what, make, onEnd }: Download) {
  const shutdown = new AbortController();
  let isStarting = false;
  let latest: Readable | undefined;

  function refuseIfBusy(): void {
    const isSending = latest !== undefined && !latest.readableEnded && !latest.destroyed;
    if (!isStarting && !isSending) return;
    throw new ProblemError(
      'unavailable',
      `Another ${what} is being downloaded. Please try again when it is done.`,
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
            `This link was already used or has expired. Please request the ${what} again.`,
          );
        latest = await make(AbortSignal.any([signal, shutdown.signal]));
        return latest.once('end', () => onEnd?.());
      } catch (error) {
        if (signal.aborted || shutdown.signal.aborted) throw downloadCancelled();
        throw toProblem(error, what);
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

export type Downloads = ReturnType<typeof createDownloads>;

export function createBackupsService(db: Database, clock: Clock, make: Download['make']) {
  const onEnd = () => rememberDownload(db, clock());
  return createDownloads(db, clock, { what: 'backup', make, onEnd });
}

export type BackupsService = Downloads;
