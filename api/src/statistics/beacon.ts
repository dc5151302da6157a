import type { IncomingHttpHeaders } from 'node:http';
import { type Device, READ_PERCENTS } from '@longhand/contract/statistics/statistics-names';
import { isbot } from 'isbot';

/** The greatest part of an article that was seen, as the number of its step, and how long. */
export type Reading = { readonly percent: number; readonly seconds: number };

export type End = {
  readonly reading: Reading;
  /** The view has reported an end before. */
  readonly goesOn: boolean;
};

/** What a page sends: `end` is null when it is seen, and set when it is left. */
export type Beacon = {
  readonly path: string;
  readonly referrer: string | null;
  readonly end: End | null;
};

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

/** Browsers round heights. */
const ROUNDING = 0.01;
export const MAX_SECONDS = 86_400;

/** The number of the step that a value has reached. */
export function stepOf(steps: readonly number[], value: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => value >= step),
  );
}

/**
 * `web/inline/count-views.ts` sends the part, and the time in quarters of a second; a second makes a view. A view that has
 * reported an end goes on with half a quarter.
 */
function readEnd(end: unknown): End | null {
  const [part, quarters] = Array.isArray(end) ? end : [];
  if (typeof quarters !== 'number' || quarters <= 4) return null;
  // JSON has no number for the part of an article without a height.
  const seen = typeof part === 'number' ? part : 0;
  const percent = stepOf(READ_PERCENTS, (seen + ROUNDING) * 100);
  const seconds = Math.min(Math.round(quarters / 4), MAX_SECONDS);
  return { reading: { percent, seconds }, goesOn: !Number.isInteger(quarters) };
}

/** Undefined if nobody's page sends this. */
export function parseBeacon(body: string): Beacon | undefined {
  const { path, referrer, end } = parseObject(body);
  if (typeof path !== 'string') return undefined;
  return { path, referrer: typeof referrer === 'string' ? referrer : null, end: readEnd(end) };
}

const MAX_REFERRER_LENGTH = 200;

/** Host and path, without what a query could say about a reader. Null for pages of one of `ownHosts`. */
export function referrerOf(address: string | null, ownHosts: readonly string[]): string | null {
  if (address === null || !/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  if (ownHosts.includes(host)) return null;
  return (host + pathname).replace(/^([^/]*)\/$/, '$1').slice(0, MAX_REFERRER_LENGTH);
}

/** Longer ones are nobody's, and reading them would take time. */
const MAX_USER_AGENT_LENGTH = 1_000;

export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod|Phone/i.test(userAgent) ? 'phone' : 'desktop';
}

/** The first that the browser asks for, without its region. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase() ?? null;
}

/** The user agent of who may be counted: who has not asked not to be, and has a plausible one. */
export function countableUserAgent(headers: IncomingHttpHeaders): string | undefined {
  const userAgent = headers['user-agent'];
  if (!userAgent || userAgent.length > MAX_USER_AGENT_LENGTH) return undefined;
  return headers['sec-gpc'] === '1' || headers.dnt === '1' ? undefined : userAgent;
}

export const isRobot = (userAgent: string): boolean => isbot(userAgent);

const MAX_SUBSCRIBERS = 10_000_000;

export type ReportedSubscribers = { readonly reader: string; readonly subscribers: number };

/** A service that reads feeds for many says so, like `Feedly/1.0 (…; 12 subscribers; …)`. */
export function subscribersOf(userAgent: string): ReportedSubscribers | null {
  const subscribers = Number(/\b(\d{1,9}) (?:subscriber|reader)s?\b/i.exec(userAgent)?.[1]);
  const reader = /^[\w.! -]{1,40}/.exec(userAgent)?.[0].trim();
  if (!reader || !(subscribers <= MAX_SUBSCRIBERS)) return null;
  return { reader, subscribers };
}
