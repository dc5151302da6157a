import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { HOUR_MS } from '../clock.ts';
import type { Context } from '../context.ts';
import {
  compareAndSetSetting,
  deleteSetting,
  findSetting,
  setSetting,
} from '../database/settings.repository.ts';
import type { Reserve } from '../files/reserve.ts';
import { pauseAfter } from '../growing-pause.ts';

const TIMEOUT_MS = 10_000;
const REPEATED_AFTER_MS = HOUR_MS;
/** A cause that comes and goes within this time is one alert. */
const CLEARED_AFTER_MS = 5 * 60_000;
const RETRIED_AFTER = { firstMs: 60_000, longestMs: HOUR_MS, factor: 2 };

type Alert = { readonly event: string; readonly message: string };

const storedAttempt = z.object({
  at: z.iso.datetime(),
  /** Counts failed attempts since the last accepted one; an attempt whose process was killed counts. */
  failures: z.number(),
  /** The receiver has accepted an alert about the cause, and not yet that it is gone. */
  isReported: z.boolean(),
});

type Attempt = z.infer<typeof storedAttempt>;

function parseAttempt(stored: string | undefined): Attempt | undefined {
  try {
    return storedAttempt.parse(JSON.parse(stored ?? ''));
  } catch {
    return undefined;
  }
}

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly url: string | undefined;
  readonly siteUrl: string;
  readonly reserve?: Pick<Reserve, 'release'> | undefined;
};

/**
 * Tells ALERT_URL what an owner must know. Each process calls both functions as long as a state lasts: the
 * last attempt is in the database, so that only one of them sends, also after a restart.
 */
export function createAlerts({ url, siteUrl, db, clock, log, reserve }: Options) {
  /** Attempts that the database could not store, perhaps because of the very cause. */
  const unstored = new Map<string, Attempt>();
  /** Causes that have nothing left to clear. */
  const cleared = new Set<string>();

  const settingOf = (cause: string) => `alert_${cause}`;

  async function read(cause: string) {
    const stored = await findSetting(db, settingOf(cause));
    return { stored, last: unstored.get(cause) ?? parseAttempt(stored) };
  }

  function isDue({ at, failures, isReported }: Attempt, acceptedForMs: number): boolean {
    if (failures === 0 && !isReported) return true;
    const pauseMs = failures > 0 ? pauseAfter(failures, RETRIED_AFTER) : acceptedForMs;
    // `abs`: the pause also ends if the clock was set back.
    return Math.abs(clock().getTime() - Date.parse(at)) >= pauseMs;
  }

  /** Undefined if the attempt is not due, or another process makes it. */
  async function claim(cause: string, acceptedForMs: number): Promise<Attempt | undefined> {
    const { stored, last } = await read(cause).catch(() => ({
      stored: undefined,
      last: unstored.get(cause),
    }));
    if (last && !isDue(last, acceptedForMs)) return undefined;
    const { failures = 0, isReported = false } = last ?? {};
    const attempt = { at: clock().toISOString(), failures: failures + 1, isReported };
    try {
      reserve?.release();
      const value = JSON.stringify(attempt);
      const isFirst = await compareAndSetSetting(db, settingOf(cause), stored, value);
      unstored.delete(cause);
      return isFirst ? attempt : undefined;
    } catch {
      // An alert too many is better than none.
      unstored.set(cause, attempt);
      return attempt;
    }
  }

  async function post(address: string, { event, message }: Alert): Promise<boolean> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event, site: siteUrl, at: clock().toISOString(), message }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the response was ${response.status}`);
      return true;
    } catch (error) {
      // The address is not logged: it is often a secret itself.
      const { message: reason } = error as Error;
      log.warn(
        { event, reason },
        'ALERT_URL did not accept the alert; it will be sent again later',
      );
      return false;
    }
  }

  async function store(cause: string, accepted: Attempt): Promise<void> {
    try {
      if (accepted.isReported) await setSetting(db, settingOf(cause), JSON.stringify(accepted));
      else await deleteSetting(db, settingOf(cause));
      unstored.delete(cause);
    } catch {
      unstored.set(cause, accepted);
    }
  }

  return {
    /** Called as long as the cause lasts. Never throws. */
    async send(cause: string, alert: Alert): Promise<void> {
      if (url === undefined) return;
      cleared.delete(cause);
      const attempt = await claim(cause, REPEATED_AFTER_MS);
      if (attempt && (await post(url, alert)))
        await store(cause, { ...attempt, failures: 0, isReported: true });
    },

    /** Called while there is no cause. Sends the all-clear if the cause was reported. Never throws. */
    async clear(cause: string, allClear: Alert): Promise<void> {
      if (url === undefined || cleared.has(cause)) return;
      const found = await read(cause).catch(() => undefined);
      if (!found) return;
      if (!found.last) {
        cleared.add(cause);
        return;
      }
      const attempt = await claim(cause, CLEARED_AFTER_MS);
      if (!attempt) return;
      if (!attempt.isReported || (await post(url, allClear)))
        await store(cause, { ...attempt, failures: 0, isReported: false });
    },
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
