import type { Database } from '../database/tables.ts';

export async function insertTicket(
  db: Database,
  ticket: { ticket_hash: string; expires_at: string },
): Promise<void> {
  await db.insertInto('download_tickets').values(ticket).execute();
}

/** True for the one caller that comes first, and in time. */
export async function spendTicket(db: Database, ticketHash: string, now: string): Promise<boolean> {
  const spent = await db
    .deleteFrom('download_tickets')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returning('ticket_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteExpiredTickets(db: Database, now: string): Promise<void> {
  await db.deleteFrom('download_tickets').where('expires_at', '<=', now).execute();
}

export async function deleteAllTickets(db: Database): Promise<void> {
  await db.deleteFrom('download_tickets').execute();
}

const AUTOMATIC = 'automatic_backup_claimed_at';

/** When somebody last said that they are making the automatic backup. */
export async function findClaim(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', AUTOMATIC)
    .executeTakeFirst();
  return row?.value;
}

/** True for the one caller, of all that found the same claim before, who has it now. */
export async function replaceClaim(
  db: Database,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  const replaced =
    before === undefined
      ? await db
          .insertInto('settings')
          .values({ name: AUTOMATIC, value })
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .executeTakeFirst()
      : await db
          .updateTable('settings')
          .set({ value })
          .where('name', '=', AUTOMATIC)
          .where('value', '=', before)
          .returning('name')
          .executeTakeFirst();
  return replaced !== undefined;
}
