import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { pauseAfter } from '../growing-pause.ts';
import type { DueJob } from '../jobs/job.ts';
import { resolveHost, resolvePublic } from '../public-addresses.ts';
import { type Outcome, sendWebhook } from './send-webhook.ts';
import * as webhooks from './webhooks.repository.ts';

/** A claim is longer than an attempt may take; after a crash, the next attempt is made when it ends. */
const CLAIM_MS = 30_000;
const RETRY = { firstMs: 5_000, longestMs: 4 * 3_600_000, factor: 4 };
const GIVE_UP_AFTER_MS = DAY_MS;
/** Made in seven minutes: this server itself may have been away for a day. */
const MIN_ATTEMPTS = 5;
/** A webhook that gets something to send in the meantime waits no longer than this for the others. */
const LOOK_AGAIN_MS = 1_000;

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly config: Pick<Context['config'], 'site' | 'webhooksToPrivateAddresses'>;
  readonly timeoutMs?: number;
  readonly resolve?: typeof resolvePublic;
};

/** Every process sends; each attempt is claimed first. */
export function deliverWebhooks({ db, clock, config, timeoutMs, resolve }: Options): DueJob {
  const after = (ms: number) => new Date(clock().getTime() + ms).toISOString();
  const allowed = config.webhooksToPrivateAddresses ? resolveHost : resolvePublic;

  function bodyOf({ event, post, created_at }: webhooks.ClaimedDelivery): string {
    const { id, slug, title } = JSON.parse(post);
    const data = { id, slug, title, url: `${config.site.url}/blog/${slug}` };
    return JSON.stringify({ type: event, timestamp: created_at, data });
  }

  function resultOf(
    { attempts, created_at }: webhooks.ClaimedDelivery,
    { status, error }: Outcome,
  ): Parameters<typeof webhooks.storeAttempt>[2] {
    if (error === null) return { state: 'delivered', status, error, next_try_at: null };
    const next_try_at = after(pauseAfter(attempts, RETRY));
    const isOld = Date.parse(next_try_at) - Date.parse(created_at) > GIVE_UP_AFTER_MS;
    if (isOld && attempts >= MIN_ATTEMPTS)
      return { state: 'given_up', status, error, next_try_at: null };
    return { state: 'pending', status, error, next_try_at };
  }

  async function store(claimed: webhooks.ClaimedDelivery, outcome: Outcome): Promise<void> {
    const result = resultOf(claimed, outcome);
    const { webhook_id, event, attempts } = claimed;
    await inTransaction(db, async (trx) => {
      const isStored = await webhooks.storeAttempt(trx, claimed, result);
      if (!isStored || result.state !== 'given_up') return;
      const detail = `${event}, ${attempts} attempts`;
      await recordEvent(trx, clock, { kind: 'webhook.given_up', subject: webhook_id, detail });
    });
  }

  /** Sends one after the other, so that a slow receiver has one connection of each process. */
  async function sendTo(webhookId: string, signal: AbortSignal): Promise<number> {
    for (let sent = 0; ; sent += 1) {
      if (signal.aborted) return sent;
      const times = { now: after(0), until: after(CLAIM_MS) };
      const claimed = await inTransaction(db, (trx) =>
        webhooks.claimDelivery(trx, webhookId, times),
      );
      if (!claimed) return sent;
      const { id, url, secret } = claimed;
      const message = { id, url, secret, body: bodyOf(claimed) };
      const options = { now: clock(), signal, timeoutMs, resolveHost: resolve ?? allowed };
      await store(claimed, await sendWebhook(message, options));
    }
  }

  return {
    name: 'deliver-webhooks',
    scope: 'rows',
    retryAfterMs: 5_000,
    isDue: async () => (await webhooks.listDueWebhooks(db, after(0))).length > 0,
    async run(signal) {
      const sending = new Map<string, Promise<void>>();
      const failures: unknown[] = [];
      let sent = 0;
      async function start(id: string): Promise<void> {
        try {
          sent += await sendTo(id, signal);
        } catch (error) {
          failures.push(error);
        } finally {
          sending.delete(id);
        }
      }
      do {
        const due =
          signal.aborted || failures.length > 0 ? [] : await webhooks.listDueWebhooks(db, after(0));
        for (const id of due) if (!sending.has(id)) sending.set(id, start(id));
        await Promise.race([...sending.values(), wait(LOOK_AGAIN_MS)]);
      } while (sending.size > 0);
      if (failures.length > 0 && !signal.aborted) throw failures[0];
      return sent;
    },
  };
}
