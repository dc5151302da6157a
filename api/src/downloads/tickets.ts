import { randomBytes } from 'node:crypto';
import { countChanged, hasChanged, isFound } from '../database/results.ts';
import type { Database } from '../database/tables.ts';
import { tokenHash } from '../http/session.ts';

const TICKET_MS = 60_000;

/** A ticket for one kind is none for the other: a backup has more than a token for exports may read. */
export type DownloadKind = 'backup' | 'export';

export type Ticket = { readonly kind: DownloadKind; readonly ticket: string };

const ticketHash = ({ kind, ticket }: Ticket) => tokenHash(`${kind} ${ticket}`);

/** Why a ticket: a browser's download cannot send the session's token. */
export async function createTicket(db: Database, kind: DownloadKind, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + TICKET_MS).toISOString();
  await db
    .insertInto('download_tickets')
    .values({ ticket_hash: ticketHash({ kind, ticket }), expires_at })
    .execute();
  return ticket;
}

export function isTicketValid(db: Database, ticket: Ticket, now: Date): Promise<boolean> {
  return db
    .selectFrom('download_tickets')
    .select('ticket_hash')
    .where('ticket_hash', '=', ticketHash(ticket))
    .where('expires_at', '>', now.toISOString())
    .$call(isFound);
}

/** True only once per ticket, and only before it expires. */
export async function spendTicket(db: Database, ticket: Ticket, now: Date): Promise<boolean> {
  return db
    .deleteFrom('download_tickets')
    .where('ticket_hash', '=', ticketHash(ticket))
    .where('expires_at', '>', now.toISOString())
    .$call(hasChanged);
}

export function deleteExpiredTickets(db: Database, now: Date): Promise<number> {
  return db
    .deleteFrom('download_tickets')
    .where('expires_at', '<=', now.toISOString())
    .$call(countChanged);
}

/** Logging out all sessions also ends their tickets. */
export async function deleteAllTickets(db: Database): Promise<void> {
  await db.deleteFrom('download_tickets').execute();
}
