import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { calendarDay } from '@longhand/contract/dates';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { endLongTurn } from '../event-loop.ts';
import { networkKey } from '../http/address-key.ts';
import { account, type ViewEvent, type Visitor } from './account.ts';
import {
  type Beacon,
  countableUserAgent,
  deviceOf,
  isRobot,
  languageOf,
  referrerOf,
  subscribersOf,
} from './beacon.ts';
import { type AddressParts, createPublicAddresses } from './public-addresses.ts';
import * as repository from './views.repository.ts';

type Day = { readonly day: string; readonly key: string };
type Batch = Day & { readonly number: number; readonly events: ViewEvent[] };

export type Sender = {
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
};

/** More is not counted: it would be 2,000 views a second, as it is written every ten seconds. */
export const MAX_HELD = 20_000;

/** Requests wait while SQLite works off a transaction: a flood becomes several, with pauses between them. */
export const MAX_BATCH = 100;
/** All that can be held is written in less than the ten seconds between two writes. */
const PAUSE_MS = 40;

/** What was seen before midnight is written by then. */
const AFTER_MIDNIGHT_MS = 60_000;

const HASH_LENGTH = 16;

function createKeys(db: Context['db']) {
  let latest: { readonly day: string; readonly key: Promise<string> } | undefined;
  const forget = () => {
    latest = undefined;
  };

  return {
    forget,
    keyOf(day: string): Promise<string> {
      if (latest?.day === day) return latest.key;
      const key = repository.readDayKey(db, day, randomBytes(32).toString('base64url'));
      latest = { day, key };
      key.catch(forget);
      return key;
    },
  };
}

function identify(key: string, address: string, userAgent: string): Visitor {
  const hash = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, HASH_LENGTH);
  const network = networkKey(address);
  return { visitor: hash(`${network}\n${userAgent}`), network: hash(network) };
}

type Parts = Context & AddressParts;

/** Counts in memory. `write` adds it to the sums, at most once, also if it has to be repeated. */
export function createViewCounter(parts: Parts) {
  const { db, clock, config } = parts;
  const readAddresses = createPublicAddresses(parts);
  const keys = createKeys(db);
  const writer = randomUUID();
  const siteHost = new URL(config.site.url).host;
  let batches: Batch[] = [];
  let nextNumber = 1;
  /** Events are added to it until it is written. */
  let open: Batch | undefined;
  let held = 0;
  // A process that was killed may have left it so.
  let isLogClean = false;
  let writing: Promise<void> = Promise.resolve();

  function hold({ day, key }: Day, event: ViewEvent): void {
    if (open?.key !== key || open.events.length >= MAX_BATCH) {
      open = { number: nextNumber, day, key, events: [] };
      nextNumber += 1;
      batches.push(open);
    }
    open.events.push(event);
    held += 1;
  }

  async function count(beacon: Beacon, { address, headers }: Sender): Promise<void> {
    const userAgent = countableUserAgent(headers);
    if (held >= MAX_HELD || userAgent === undefined) return;
    const addresses = await readAddresses();
    const place = addresses?.find(beacon.path);
    if (!addresses || !place) return;
    const { post } = place;
    if (place.kind === 'page' && isRobot(userAgent)) return;
    const today = calendarDay(clock(), addresses.timeZone);
    const day = { day: today, key: await keys.keyOf(today) };
    const visitor = identify(day.key, address, userAgent);
    if (place.kind === 'feed')
      hold(day, { ...visitor, what: 'feed', reported: subscribersOf(userAgent) });
    else if (!beacon.end)
      hold(day, {
        ...{ ...visitor, what: 'view', post },
        device: deviceOf(userAgent),
        referrer: referrerOf(beacon.referrer, [siteHost, headers.host ?? siteHost]),
        language: languageOf(headers['accept-language']),
      });
    else if (post) hold(day, { ...visitor, what: 'end', post, ...beacon.end });
  }

  async function writeBatch({ events, ...batch }: Batch): Promise<void> {
    const { day } = batch;
    await inTransaction(db, async (trx) => {
      const counted = await repository.beginBatch(trx, { writer, ...batch });
      if (counted === 'key is gone') keys.forget();
      if (typeof counted === 'string') return;
      const stored = await repository.readDay(trx, day, events, counted);
      await repository.addToDay(trx, day, account(events, stored));
    });
  }

  async function writeAll(mayPause: () => boolean): Promise<void> {
    open = undefined;
    for (const batch of [...batches]) {
      await writeBatch(batch);
      batches.shift();
      held -= batch.events.length;
      if (batches.length > 0) await (mayPause() ? wait(PAUSE_MS) : endLongTurn());
    }
  }

  async function forgetVisitors(): Promise<void> {
    const { time_zone } = await parts.site.readValuesQuietly();
    const today = calendarDay(new Date(clock().getTime() - AFTER_MIDNIGHT_MS), time_zone);
    if (await repository.hasVisitorsBefore(db, today)) {
      await inTransaction(db, (trx) => repository.forgetVisitorsBefore(trx, today));
      isLogClean = false;
    }
    if (!isLogClean) isLogClean = await repository.truncateDatabaseLog(db);
  }

  /** Writes run one after another. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = writing.then(work);
    writing = turn.catch(() => {});
    return turn;
  }

  return {
    count,
    /** Without pauses once the process is to stop. */
    write: (signal: AbortSignal) =>
      inTurn(async () => {
        await writeAll(() => !signal.aborted);
        await forgetVisitors();
      }),
    /** Called at the end. What cannot be written then is lost. */
    close: () => inTurn(() => writeAll(() => false)),
    /** Drops what is not written. */
    drop: (thenDelete: () => Promise<void>) =>
      inTurn(async () => {
        await thenDelete();
        keys.forget();
        isLogClean = false;
        batches = [];
        open = undefined;
        held = 0;
      }),
  };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;
