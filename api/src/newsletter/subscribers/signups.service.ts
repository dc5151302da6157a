import { randomUUIDv7 } from 'node:crypto';
import type { Confirmation, Subscription } from '@longhand/contract/newsletter';
import { type Clock, DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Database, DatabaseTransaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addressKey, readableAddress } from '../../http/address-key.ts';
import { ProblemError } from '../../http/problem.ts';
import { tooManyRequests } from '../../http/too-many-requests.ts';
import { createCandidate } from './create-candidate.ts';
import * as signups from './signups.repository.ts';
import { createToken, isToken } from './subscriber-tokens.ts';
import * as subscribers from './subscribers.repository.ts';

/** How long the link of a confirmation mail works. */
const CONFIRM_MS = 7 * DAY_MS;
const MAILS_PER_HOUR = 5;
const SIGNUPS_PER_HOUR = 20;

type Options = {
  readonly db: Database;
  readonly clock: Clock;
  readonly isMailSetUp: boolean;
};

type Signup = { readonly email: string; readonly website?: string | undefined };

function confirmationState(
  row: subscribers.SubscriberRow | undefined,
  now: string,
): Confirmation['state'] | undefined {
  if (row?.state === 'confirmed') return 'confirmed';
  return row?.confirm_until && row.confirm_until > now ? 'waiting' : undefined;
}

const noSuchLink = () =>
  new ProblemError('not-found', 'This link does not work, or works no longer.');

function requireToken(token: string): string {
  if (!isToken(token)) throw noSuchLink();
  return token;
}

/** What readers do by themselves: join, confirm and leave. */
export function createSignups({ db, clock, isMailSetUp }: Options) {
  const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();

  async function assertAllowed(trx: DatabaseTransaction, address: string): Promise<void> {
    const times = await signups.listSignupTimes(trx, address, at(-HOUR_MS), SIGNUPS_PER_HOUR);
    const oldestCounted = times[SIGNUPS_PER_HOUR - 1];
    if (oldestCounted === undefined) return;
    const waitMs = Date.parse(oldestCounted) + HOUR_MS - clock().getTime();
    throw tooManyRequests('Too many sign-ups from your address.', waitMs);
  }

  /** The same statements whether the address is known or not. */
  async function request(trx: DatabaseTransaction, email: string) {
    const subscriber_id = await subscribers.requestConfirmation(trx, {
      ...createCandidate(email, at(0)),
      confirm_token: createToken(),
      confirm_until: at(CONFIRM_MS),
    });
    const mails = await signups.countMails(trx, subscriber_id, at(-HOUR_MS));
    const isSent = mails < MAILS_PER_HOUR;
    return { subscriber_id, state: isSent ? 'pending' : 'none' } as const;
  }

  async function findConfirmation(token: string): Promise<Confirmation> {
    const row = await subscribers.findSubscriber(db, 'confirm_token', requireToken(token));
    const state = confirmationState(row, at(0));
    if (!state) throw noSuchLink();
    return { state };
  }

  return {
    /** Never sends by itself: a job does. */
    async join({ email, website }: Signup, visitor: string): Promise<void> {
      if (!isMailSetUp)
        throw new ProblemError('mail-not-set-up', 'This newsletter has not started yet.');
      const address = addressKey(visitor);
      await inTransaction(db, async (trx) => {
        await assertAllowed(trx, address);
        const mail = website
          ? ({ subscriber_id: null, state: 'none' } as const)
          : await request(trx, email);
        const created_at = at(0);
        const id = randomUUIDv7();
        await signups.insertSignup(trx, {
          ...mail,
          id,
          address,
          created_at,
          next_try_at: created_at,
        });
      });
    },

    findConfirmation,

    countUnsentMails: () => signups.countUnsent(db),

    async confirm(token: string, visitor: string): Promise<Confirmation> {
      const from = readableAddress(visitor) ?? null;
      await subscribers.confirmSubscriber(db, requireToken(token), { at: at(0), from });
      return findConfirmation(token);
    },

    async findSubscription(token: string): Promise<Subscription> {
      const row = await subscribers.findSubscriber(db, 'token', requireToken(token));
      if (!row) throw noSuchLink();
      return { state: row.state };
    },

    async leave(token: string): Promise<Subscription> {
      const isFound = await subscribers.endSubscription(db, requireToken(token), at(0));
      if (!isFound) throw noSuchLink();
      return { state: 'unsubscribed' };
    },

    /** Addresses that nobody confirmed, and uses of the form, with the visitor's address. */
    async deleteExpired(): Promise<number> {
      const unconfirmed = await subscribers.deleteUnconfirmed(db, at(0));
      const before = { counted: at(-HOUR_MS), awaited: at(-CONFIRM_MS) };
      return unconfirmed + (await signups.deleteSignups(db, before));
    },
  };
}

export type SignupsService = ReturnType<typeof createSignups>;
