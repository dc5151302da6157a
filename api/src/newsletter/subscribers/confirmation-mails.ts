import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { pauseAfter } from '../../growing-pause.ts';
import type { DueJob } from '../../jobs/job.ts';
import type { Mail, MailConnection, Mailer, SendOutcome } from '../../mail/mail.ts';
import { noteMail } from '../../mail/mail-rate.ts';
import { confirmationMail } from '../post-mail/confirmation-mail.ts';
import type { MailSite } from '../post-mail/mail-site.ts';
import * as signups from './signups.repository.ts';
import { findSubscriber } from './subscribers.repository.ts';

/** A claim is longer than sending a mail may take. */
const CLAIM_MS = 2 * 60_000;
const RETRY = { firstMs: 10_000, longestMs: 30 * 60_000, factor: 2 };

const FAILURES = {
  temporary: 'a confirmation mail could not be sent; it will be retried',
  permanent: 'a confirmation mail was refused',
  unknown: 'a confirmation mail may not have been sent',
};

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly mailer: Mailer;
  readonly perMinute: number | undefined;
  readonly readSite: () => Promise<MailSite>;
};

/** A mail that may have been sent counts as sent: a subscriber can ask again. */
export function sendConfirmations(options: Options): DueJob {
  const { db, clock, log, mailer, perMinute, readSite } = options;
  const at = (ms: number) => new Date(clock().getTime() + ms).toISOString();

  async function writeMail({ subscriber_id }: signups.ClaimedMail): Promise<Mail | undefined> {
    const asked = await findSubscriber(db, 'id', subscriber_id ?? '');
    if (!asked?.confirm_token || (asked.confirm_until ?? '') <= at(0)) return undefined;
    const { email, token, confirm_token: confirmToken } = asked;
    return confirmationMail({ email, token, confirmToken }, await readSite());
  }

  async function storeOutcome({ id, attempts }: signups.ClaimedMail, outcome: SendOutcome) {
    if (outcome.kind === 'temporary') {
      const next_try_at = at(pauseAfter(attempts, RETRY));
      return signups.storeMailState(db, id, { state: 'pending', next_try_at });
    }
    const state = outcome.kind === 'permanent' ? 'failed' : 'sent';
    return signups.storeMailState(db, id, { state });
  }

  function warn(outcome: SendOutcome, mail: Mail): void {
    if (outcome.kind === 'sent') return;
    // Mail servers often quote the address, which must not be logged.
    const reason = outcome.reason.replaceAll(mail.to, '…');
    log.warn({ reason }, FAILURES[outcome.kind]);
  }

  async function deliver(
    connection: MailConnection,
    claimed: signups.ClaimedMail,
  ): Promise<boolean> {
    const mail = await writeMail(claimed);
    if (!mail) {
      await signups.storeMailState(db, claimed.id, { state: 'none' });
      return false;
    }
    const outcome = await connection.send(mail);
    await storeOutcome(claimed, outcome);
    warn(outcome, mail);
    return outcome.kind === 'sent';
  }

  /** Somebody waits for this mail, so it goes before those of mailings; it counts for the rate. */
  const claim = () =>
    inTransaction(db, async (trx) => {
      const claimed = await signups.claimMail(trx, at(0), at(CLAIM_MS));
      if (claimed) await noteMail(trx, perMinute, clock());
      return claimed;
    });

  return {
    name: 'send-confirmation-mails',
    scope: 'rows',
    retryAfterMs: 5_000,
    isDue: () => signups.isMailDue(db, at(0)),
    async run(signal) {
      const connection = mailer.connect();
      let sent = 0;
      try {
        while (!signal.aborted) {
          const claimed = await claim();
          if (!claimed) break;
          if (await deliver(connection, claimed)) sent += 1;
        }
      } finally {
        await connection.close();
      }
      return sent;
    },
  };
}
