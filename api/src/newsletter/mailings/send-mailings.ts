import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/tables.ts';
import type { DueJob } from '../../jobs/job.ts';
import type { Mail, MailConnection, Mailer, SendOutcome } from '../../mail/mail.ts';
import { reasonOf } from '../../reason.ts';
import type { MailSite } from '../post-mail/mail-site.ts';
import { addressPostMail, type PostMail } from '../post-mail/post-mail.ts';
import { createMailWork, type MailWork } from './mail-work.ts';
import { readContent } from './mailings.repository.ts';
import { createPace } from './pace.ts';
import type { Claimed } from './recipients.repository.ts';
import { createServerTrouble } from './server-trouble.ts';

const RENEW_EVERY_MS = 5_000;
/** For a longer one the job ends: it is polled every second. */
const LONGEST_WAIT_MS = 1_000;
const STORE_AGAIN_MS = 1_000;

export type SenderOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly mailer: Mailer;
  readonly connections: number;
  readonly perMinute: number | undefined;
  readonly readSite: () => Promise<MailSite>;
};

/** Ends early when the signal is aborted. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}

/** Sends a claimed mail over a connection. */
function createSend({ db, log }: Pick<SenderOptions, 'db' | 'log'>) {
  const contents = new LRUCache<string, PostMail>({ max: 2 });

  async function mailFor({ mailing_id, email, token }: Claimed, site: MailSite): Promise<Mail> {
    const content = contents.get(mailing_id) ?? (await readContent(db, mailing_id));
    contents.set(mailing_id, content);
    return addressPostMail(content, { email, token }, site);
  }

  return async (
    connection: MailConnection,
    claimed: Claimed,
    site: MailSite,
  ): Promise<SendOutcome> => {
    try {
      const mail = await mailFor(claimed, site);
      return connection.send(mail);
    } catch (error) {
      log.error({ err: error }, 'a mail could not be made');
      return { kind: 'temporary', reason: reasonOf(error), step: null };
    }
  };
}

/** Without a database nothing else is sent: what became of this mail must not be forgotten. */
async function untilStored(
  store: () => Promise<void>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error }, 'the result of a mail could not be stored; it will be retried');
      await rest(STORE_AGAIN_MS, signal);
    }
  }
}

/** Keeps the claims of the mails that are being sent. */
function createInHand({ renew }: MailWork) {
  const inHand = new Set<Claimed>();
  return {
    async with(claimed: Claimed, work: () => Promise<void>): Promise<void> {
      inHand.add(claimed);
      await work().finally(() => inHand.delete(claimed));
    },
    async renewDuring<Value>(work: () => Promise<Value>): Promise<Value> {
      const timer = setInterval(() => {
        // After a failed renewal the next may succeed before the claims end.
        if (inHand.size > 0) renew(inHand).catch(() => {});
      }, RENEW_EVERY_MS);
      return work().finally(() => clearInterval(timer));
    },
  };
}

/** All of them end before it fails. */
async function sumOf(counts: readonly Promise<number>[]): Promise<number> {
  await Promise.allSettled(counts);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Each process sends, and claims each mail before. */
export function sendMailings(options: SenderOptions): DueJob {
  const { db, clock, log, mailer, connections, perMinute, readSite } = options;
  const work = createMailWork({ db, clock, perMinute });
  const trouble = createServerTrouble(clock);
  const inHand = createInHand(work);
  const send = createSend(options);
  const paced = createPace(rest);

  async function sendOne(
    connection: MailConnection,
    claimed: Claimed,
    site: MailSite,
    signal: AbortSignal,
  ): Promise<void> {
    const outcome = await send(connection, claimed, site);
    const effect = trouble.note(outcome);
    await untilStored(() => work.store(claimed, outcome, effect), log, signal);
  }

  /** Until there is nothing to send now, or the mail in hand is done after the signal. */
  async function sendOver(connection: MailConnection, site: MailSite, signal: AbortSignal) {
    let mails = 0;
    while (!signal.aborted && !trouble.isPausing()) {
      const next = await work.claim();
      if (next.kind === 'nothing') break;
      if (next.kind === 'wait') {
        if (next.ms > LONGEST_WAIT_MS) break;
        await rest(next.ms, signal);
      } else if (next.kind === 'mail') {
        const { claimed } = next;
        await paced(
          () => inHand.with(claimed, () => sendOne(connection, claimed, site, signal)),
          signal,
        );
        mails += 1;
      }
    }
    return mails;
  }

  async function sendOverNewConnection(site: MailSite, signal: AbortSignal): Promise<number> {
    const connection = mailer.connect();
    return sendOver(connection, site, signal).finally(connection.close);
  }

  return {
    name: 'send-mailings',
    scope: 'rows',
    retryAfterMs: 5_000,
    isDue: async () => !trouble.isPausing() && (await work.isDue()),
    async run(signal) {
      const site = await readSite();
      const sending = () =>
        Array.from({ length: connections }, () => sendOverNewConnection(site, signal));
      return inHand.renewDuring(() => sumOf(sending()));
    },
  };
}
