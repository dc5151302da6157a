import type { IncomingMessage } from 'node:http';
import { hash } from '@longhand/contract/hash';
import { VIEWS_CALL } from '@longhand/contract/statistics/views-call';
import type { Transport } from '../../app/lib/api-client.ts';

/** The API counts each program once a day: it need not hear of the same one all the time. */
const REPORT_EVERY_MS = 3_600_000;
const MAX_KNOWN = 5_000;

export type AddressOf = (request: IncomingMessage) => string;

/** Tells the API who fetches a feed, as the beacon of a page does. */
export function createFetchCounter(fetchApi: Transport, addressOf: AddressOf) {
  const known = new Set<number>();
  let since = 0;

  function isNew(program: number): boolean {
    const now = Date.now();
    if (known.size >= MAX_KNOWN || now - since >= REPORT_EVERY_MS) {
      known.clear();
      since = now;
    }
    return !known.has(program);
  }

  return (path: string) =>
    (request: IncomingMessage): void => {
      const { 'user-agent': userAgent, 'sec-gpc': gpc, dnt } = request.headers;
      if (userAgent === undefined || gpc === '1' || dnt === '1') return;
      const address = addressOf(request);
      const program = hash(`${address}\n${userAgent}`);
      if (!isNew(program)) return;
      known.add(program);
      // Whoever fetches a feed must not notice that it could not be counted.
      fetchApi(VIEWS_CALL, undefined, { body: { path }, address, userAgent }).catch(() => {
        known.delete(program);
      });
    };
}
