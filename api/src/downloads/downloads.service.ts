import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { notFound, ProblemError } from '../http/problem.ts';
import { ChildFailure } from '../run-in-child.ts';
import { findStorageFailure } from '../storage-failures.ts';
import {
  createTicket,
  type DownloadKind,
  deleteExpiredTickets,
  isTicketValid,
  spendTicket,
} from './tickets.ts';

const RETRY_AFTER_S = 60;

type Download = {
  readonly what: DownloadKind;
  readonly description: string;
  readonly type: string;
  readonly fileName: (now: Date) => string;
  /** Resolves when the first bytes are available. */
  readonly make: (signal: AbortSignal) => Promise<Readable>;
  readonly onEnd?: () => Promise<unknown>;
};

/** Storage failures have their own problems. The details of other failures are only logged. */
function toProblem(error: unknown, what: DownloadKind): unknown {
  if (!(error instanceof ChildFailure) || findStorageFailure(error)) return error;
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

export function createDownloads(db: Database, clock: Clock, download: Download) {
  const { what, description, type, make, onEnd } = download;
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

  const ticketInvalid = () =>
    notFound(`This link was already used or has expired. Please request the ${what} again.`);

  return {
    ...{ what, description, type, fileName: () => download.fileName(clock()) },

    async createTicket(): Promise<string> {
      refuseIfBusy();
      return createTicket(db, what, clock());
    },

    /** One download at a time, because each reads all the data. */
    async download(ticketText: string, signal: AbortSignal): Promise<Readable> {
      const ticket = { kind: what, ticket: ticketText };
      // Checked first, so that nobody with an invented ticket can keep the owner from a download.
      if (!(await isTicketValid(db, ticket, clock()))) throw ticketInvalid();
      refuseIfBusy();
      isStarting = true;
      try {
        if (!(await spendTicket(db, ticket, clock()))) throw ticketInvalid();
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

    deleteExpired: () => deleteExpiredTickets(db, clock()),
  };
}

export type Downloads = ReturnType<typeof createDownloads>;
