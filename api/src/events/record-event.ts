import type { EventKind } from '@longhand/contract/event-kinds';
import { type Clock, HOUR_MS } from '../clock.ts';
import type { Database, EventsTable } from '../database/tables.ts';
import { addressForLog } from '../http/address-key.ts';
import { orderedId } from '../ordered-id.ts';
import { insertEvent, listFailedLogins, setDetail } from './events.repository.ts';
import { currentOrigin, type Origin } from './origin.ts';

type NewEvent = Partial<Pick<Origin, 'actor' | 'address'>> & {
  readonly kind: EventKind;
  /** The id of what it happened to. */
  readonly subject?: string | null;
  /** It is never a title, a text, an address or a secret, because the log is read without any care. */
  readonly detail?: string | null | undefined;
};

/** They hold for an hour. An attacker must not fill the disk, and whoever reads the log must find the rest. */
const MAX_FAILED_LOGINS = { fromNetwork: 20, altogether: 200 };

/** Counts a failed login in the latest entry instead, if there are many. */
async function isCountedElsewhere(db: Database, { at, address }: EventsTable): Promise<boolean> {
  const since = new Date(Date.parse(at) - HOUR_MS).toISOString();
  const { fromNetwork, altogether } = MAX_FAILED_LOGINS;
  const latest = await listFailedLogins(db, since, altogether);
  const near = latest.filter((failed) => failed.address === address);
  if (near.length < fromNetwork && latest.length < altogether) return false;
  const [entry] = [...near, ...latest];
  if (!entry) return false;
  const more = Number(/\d+/.exec(entry.detail ?? '')?.[0] ?? 0) + 1;
  await setDetail(db, entry.id, `and ${more} more`);
  return true;
}

/** Who did it is that of the request, unless given. Part of the transaction, if `db` is one. */
export async function recordEvent(
  db: Database,
  clock: Clock,
  { kind, subject = null, detail = null, ...given }: NewEvent,
): Promise<void> {
  const { actor, address } = { ...currentOrigin(), ...given };
  const event = {
    id: orderedId(),
    at: clock().toISOString(),
    kind,
    actor,
    address: (address && addressForLog(address, 'short')) ?? null,
    subject,
    detail,
  };
  if (kind === 'login.failed' && (await isCountedElsewhere(db, event))) return;
  await insertEvent(db, event);
}
