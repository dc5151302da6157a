import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Database } from '../api/src/database/tables.ts';

const AT = '2026-01-01T10:00:00.000Z';
const BATCH = 500;

export function subscriberRow(email: string) {
  return {
    ...{ id: randomUUIDv7(), email, email_key: email.toLowerCase(), token: randomUUID() },
    ...({ state: 'confirmed', source: 'owner', created_at: AT, confirmed_at: AT } as const),
  };
}

export async function addSubscribers(db: Database, ...emails: readonly string[]): Promise<void> {
  for (let at = 0; at < emails.length; at += BATCH)
    await db
      .insertInto('subscribers')
      .values(emails.slice(at, at + BATCH).map(subscriberRow))
      .execute();
}
