import type { FastifyBaseLogger } from 'fastify';
import { type Clock, HOUR_MS } from '../clock.ts';
import {
  compareAndSetSetting,
  deleteSetting,
  findSetting,
} from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';

const TIMEOUT_MS = 10_000;
const REPEATED_AFTER_MS = HOUR_MS;

type Alert = { readonly event: string; readonly message: string };

type Options = {
  readonly url: string | undefined;
  readonly siteUrl: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
};

/** Tells ALERT_URL what an owner must know, at most once an hour for each cause. */
export function createAlerts({ url, siteUrl, db, clock, log }: Options) {
  /** For when the database cannot be written, which may be the very cause. */
  const sentHere = new Map<string, number>();

  const isRecent = (sentAt: number) => Math.abs(clock().getTime() - sentAt) < REPEATED_AFTER_MS;

  /** True for one of several processes. */
  async function claim(cause: string): Promise<boolean> {
    if (isRecent(sentHere.get(cause) ?? Number.NEGATIVE_INFINITY)) return false;
    const name = `alert_${cause}`;
    try {
      const sentAt = await findSetting(db, name);
      if (sentAt !== undefined && isRecent(Date.parse(sentAt))) return false;
      if (!(await compareAndSetSetting(db, name, sentAt, clock().toISOString()))) return false;
    } catch {
      // An alert too many is better than none.
    }
    sentHere.set(cause, clock().getTime());
    return true;
  }

  async function post(address: string, alert: Alert): Promise<void> {
    const { event, message } = alert;
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event, site: siteUrl, at: clock().toISOString(), message }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the response was ${response.status}`);
  }

  return {
    /** Never throws. There is no second attempt: the cause will be reported again. */
    async send(cause: string, alert: Alert): Promise<void> {
      if (url === undefined || !(await claim(cause))) return;
      await post(url, alert).catch((error: Error) => {
        // Not the address: it is often a secret itself.
        log.warn({ event: alert.event, reason: error.message }, 'ALERT_URL did not take the alert');
      });
    },

    /** The cause is gone: the next alert about it is sent at once. */
    async clear(cause: string): Promise<void> {
      sentHere.delete(cause);
      await deleteSetting(db, `alert_${cause}`).catch(() => {});
    },
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
