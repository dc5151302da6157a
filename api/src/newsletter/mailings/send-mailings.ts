import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import type { DueJob } from '../../jobs/job.ts';
import type { Mail, MailConnection, Mailer, SendOutcome } from '../../mail/mail.ts';
import { reasonOf } from '../../reason.ts';
import type { MailSite } from '../post-mail/mail-site.ts';
import { addressPostMail, type PostMail } from '../post-mail/post-mail.ts';
import { createMailServerBackoff } from './mail-server-backoff.ts';
import { createMailWork, type MailWork } from './mail-work.ts';
import { readContent } from './mailings.repository.ts';
import type { Claimed } from './recipients.repository.ts';

/** After each mail, the process rests this many times as long as the mail kept it busy. */
const REST_FACTOR = 4;
/** Readers may keep the process busy, too, and mails must still be sent. */
const LONGEST_REST_MS = 200;

const RENEW_EVERY_MS = 5_000;
/** For a longer wait the job ends: it is polled every second. */
const LONGEST_WAIT_MS = 1_000;
const STORE_AGAIN_MS = 1_000;

type SenderOptions = Pick<Context, 'db' | 'clock' | 'log'> & {
  readonly mailer: Mailer;
  readonly connections: number;
  readonly perMinute: number | undefined;
  readonly readSite: () => Promise<MailSite>;
};

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}

/** Leaves the process to its readers between mails; all connections share it. */
function createThrottle() {
  let until = 0;
  return async function throttled(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const before = performance.eventLoopUtilization();
    await work();
    const { active } = performance.eventLoopUtilization(before);
    const now = performance.now();
    until = Math.max(until, now) + Math.min(active * REST_FACTOR, LONGEST_REST_MS);
    await rest(until - now, signal);
  };
}

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
      return await connection.send(mail);
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

/** If one fails, the others still end before this fails. */
async function sumOf(counts: readonly Promise<number>[]): Promise<number> {
  await Promise.allSettled(counts);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Every process sends; each mail is claimed first. */
export function sendMailings(options: SenderOptions): DueJob {
  const { db, clock, log, mailer, connections, perMinute, readSite } = options;
  const work = createMailWork({ db, clock, perMinute });
  const backoff = createMailServerBackoff(clock);
  const inHand = createInHand(work);
  const send = createSend(options);
  const throttled = createThrottle();

  async function sendOne(
    connection: MailConnection,
    claimed: Claimed,
    site: MailSite,
    signal: AbortSignal,
  ): Promise<void> {
    const outcome = await send(connection, claimed, site);
    const effect = backoff.note(outcome);
    await untilStored(() => work.store(claimed, outcome, effect), log, signal);
  }

  /** Ends when there is nothing to send now or, after the signal, when the current mail is done. */
  async function sendOver(connection: MailConnection, site: MailSite, signal: AbortSignal) {
    let mails = 0;
    while (!signal.aborted && !backoff.isPausing()) {
      const next = await work.claim();
      if (next.kind === 'nothing') break;
      if (next.kind === 'wait') {
        if (next.ms > LONGEST_WAIT_MS) break;
        await rest(next.ms, signal);
      } else if (next.kind === 'mail') {
        const { claimed } = next;
        await throttled(
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
    isDue: async () => !backoff.isPausing() && (await work.isDue()),
    async run(signal) {
      const site = await readSite();
      const sending = () =>
        Array.from({ length: connections }, () => sendOverNewConnection(site, signal));
      return inHand.renewDuring(() => sumOf(sending()));
    },
  };
}
