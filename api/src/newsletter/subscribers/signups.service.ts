import { randomUUIDv7 } from 'node:crypto';
import { mailboxKey } from '@longhand/contract/newsletter/email-address';
import type { Confirmation, Subscription } from '@longhand/contract/newsletter/newsletter';
import { DAY_MS, HOUR_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addressKey, readableAddress } from '../../http/address-key.ts';
import { notFound, ProblemError, tooManyRequests } from '../../http/problem.ts';
import { createCandidate, createToken, isToken } from './candidates.ts';
import * as signups from './signups.repository.ts';
import * as subscribers from './subscribers.repository.ts';

/** Limits the uses of the form by one visitor; an IPv6 customer is one visitor. */
export const SIGNUPS_PER_HOUR = 20;

/** Limits the confirmation mails to one mailbox. */
export const MAILS_PER_HOUR = 5;
export const MAILS_PER_DAY = 10;

/** Limits what many visitors together can have sent to strangers. */
export const BLOG_MAILS_PER_HOUR = 500;

const CONFIRM_LINK_VALID_MS = 7 * DAY_MS;

type Options = Pick<Context, 'db' | 'clock'> & {
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

const noSuchLink = () => notFound('This link does not work, or no longer works.');

function requireToken(token: string): string {
  if (!isToken(token)) throw noSuchLink();
  return token;
}

export function createSignups({ db, clock, isMailSetUp }: Options) {
  const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();

  /** `last` is the time of the last use within the limit. */
  function refuseAfter(last: string | undefined, what: string): void {
    if (last === undefined) return;
    throw tooManyRequests(what, Date.parse(last) + HOUR_MS - clock().getTime());
  }

  /** Checked before anybody looks at the address, so that the answer says nothing about it. */
  async function assertAllowed(trx: Transaction, visitor: string): Promise<void> {
    const hourAgo = at(-HOUR_MS);
    const use = await signups.lastUseWithin(trx, visitor, hourAgo, SIGNUPS_PER_HOUR);
    refuseAfter(use, 'Too many sign-ups from your address.');
    const mail = await signups.lastMailWithin(trx, hourAgo, BLOG_MAILS_PER_HOUR);
    refuseAfter(mail, 'Too many sign-ups right now.');
  }

  async function maySend(trx: Transaction, mailbox: string): Promise<boolean> {
    const last = (sinceMs: number, limit: number) =>
      signups.lastMailToWithin(trx, mailbox, at(-sinceMs), limit);
    const ofHour = await last(HOUR_MS, MAILS_PER_HOUR);
    const ofDay = await last(DAY_MS, MAILS_PER_DAY);
    return ofHour === undefined && ofDay === undefined;
  }

  /** The statements are the same whether the address is known or not. */
  async function request(trx: Transaction, email: string) {
    const candidate = createCandidate(email, at(0));
    const subscriber_id = await subscribers.requestConfirmation(trx, {
      ...candidate,
      confirm_token: createToken(),
      confirm_until: at(CONFIRM_LINK_VALID_MS),
    });
    const mailbox = mailboxKey(candidate.email_key);
    const isSent = await maySend(trx, mailbox);
    return { subscriber_id, mailbox, state: isSent ? 'pending' : 'none' } as const;
  }

  async function findConfirmation(token: string): Promise<Confirmation> {
    const row = await subscribers.findSubscriber(db, 'confirm_token', requireToken(token));
    const state = confirmationState(row, at(0));
    if (!state) throw noSuchLink();
    return { state };
  }

  return {
    async join({ email, website }: Signup, visitor: string): Promise<void> {
      if (!isMailSetUp)
        throw new ProblemError('mail-not-set-up', 'This newsletter has not started yet.');
      const address = addressKey(visitor);
      await inTransaction(db, async (trx) => {
        await assertAllowed(trx, address);
        const mail = website
          ? ({ subscriber_id: null, mailbox: null, state: 'none' } as const)
          : await request(trx, email);
        const times = { created_at: at(0), next_try_at: at(0) };
        await signups.insertSignup(trx, { ...mail, id: randomUUIDv7(), address, ...times });
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

    async unsubscribe(token: string): Promise<Subscription> {
      const isFound = await subscribers.endSubscription(db, requireToken(token), at(0));
      if (!isFound) throw noSuchLink();
      return { state: 'unsubscribed' };
    },

    /** Deletes unconfirmed addresses and uses of the form and, earlier, the visitors' addresses. */
    async deleteExpired(): Promise<number> {
      const unconfirmed = await subscribers.deleteUnconfirmed(db, at(0));
      await signups.forgetVisitors(db, at(-HOUR_MS));
      const before = { counted: at(-DAY_MS), awaited: at(-CONFIRM_LINK_VALID_MS) };
      return unconfirmed + (await signups.deleteSignups(db, before));
    },
  };
}

export type SignupsService = ReturnType<typeof createSignups>;
