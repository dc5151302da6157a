import { randomUUIDv7 } from 'node:crypto';
import type { EventKind } from '@longhand/contract/event-kinds';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { addressForLog } from '../http/address-key.ts';
import { insertEvent } from './events.repository.ts';
import { currentOrigin, type Origin } from './origin.ts';

type NewEvent = Partial<Origin> & {
  readonly kind: EventKind;
  /** An id. */
  readonly subject?: string | null;
  /** Never a title, a text, an address or a secret: the log is read without any care. */
  readonly detail?: string | null;
};

/** Who did it is that of the request, unless given. Part of the transaction, if `db` is one. */
export async function recordEvent(
  db: Database,
  clock: Clock,
  { kind, subject = null, detail = null, ...given }: NewEvent,
): Promise<void> {
  const { actor, address } = { ...currentOrigin(), ...given };
  await insertEvent(db, {
    id: randomUUIDv7(),
    at: clock().toISOString(),
    kind,
    actor,
    address: (address && addressForLog(address, 'short')) ?? null,
    subject,
    detail,
  });
}
