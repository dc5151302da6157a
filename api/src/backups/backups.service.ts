import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import * as tickets from './backups.repository.ts';

const TICKET_MS = 60_000;
const RETRY_AFTER_S = 60;

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** Makes a backup, and answers once its first bytes are there. */
export type MakeBackup = () => Promise<Readable>;

export function createBackupsService(db: Database, clock: Clock, makeBackup: MakeBackup) {
  let isStarting = false;
  let latest: Readable | undefined;

  function refuseIfBusy(): void {
    const isSending = latest !== undefined && !latest.readableEnded && !latest.destroyed;
    if (!isStarting && !isSending) return;
    throw new ProblemError(
      'unavailable',
      'Another backup is being downloaded. Please try again when it is done.',
      { headers: { 'retry-after': String(RETRY_AFTER_S) } },
    );
  }

  return {
    /** What lets a browser download one backup by itself, without the session's token. */
    async giveTicket(): Promise<string> {
      refuseIfBusy();
      const ticket = randomBytes(32).toString('base64url');
      const expires_at = new Date(clock().getTime() + TICKET_MS).toISOString();
      await tickets.insertTicket(db, { ticket_hash: hashOf(ticket), expires_at });
      return ticket;
    },

    /** One at a time: each reads all that there is. */
    async download(ticket: string): Promise<Readable> {
      refuseIfBusy();
      isStarting = true;
      try {
        if (!(await tickets.spendTicket(db, hashOf(ticket), clock().toISOString())))
          throw new ProblemError(
            'not-found',
            'This address worked once, or its minute is over. Please ask for the backup again.',
          );
        latest = await makeBackup();
        return latest;
      } finally {
        isStarting = false;
      }
    },

    /** For when nobody can wait for it any longer. */
    breakOff(): void {
      latest?.destroy();
    },

    async sweep(): Promise<void> {
      await tickets.deleteExpiredTickets(db, clock().toISOString());
    },
  };
}

export type BackupsService = ReturnType<typeof createBackupsService>;
