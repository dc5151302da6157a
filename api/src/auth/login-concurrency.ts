import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { addressKey, networkKey } from '../http/address-key.ts';
import { createCounts } from '../http/counts.ts';
import { ProblemError } from '../http/problem.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';

/**
 * To check a password costs as much as a page on purpose: who comes then would wait for seconds. One
 * address checks one at a time, and its other attempts wait, so it takes one place of many; one
 * network takes half of them at most.
 */
const MOST_ADDRESSES = 64;
const MOST_OF_ONE_ADDRESS = 32;
const TOO_MANY = new ProblemError(
  'unavailable',
  'Too many are logging in at once. Please try again in a moment.',
  { retryAfter: RETRY_AFTER_SECONDS },
);

/** Limits how many attempts to log in are under way; those from one address take turns. */
export function createLoginConcurrencyLimit() {
  const runExclusive = createKeyedMutex();
  /** The attempts that each address has under way, and the addresses that each network has. */
  const attempts = createCounts();
  const addresses = createCounts();

  return async function run<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
    const [key, network] = [addressKey(address), networkKey(address)];
    if (attempts.of(key) >= MOST_OF_ONE_ADDRESS) throw TOO_MANY;
    if (attempts.of(key) === 0) {
      if (attempts.keys() >= MOST_ADDRESSES) throw TOO_MANY;
      if (addresses.of(network) >= MOST_ADDRESSES / 2) throw TOO_MANY;
      addresses.add(network);
    }
    attempts.add(key);
    try {
      return await runExclusive(key, task);
    } finally {
      attempts.remove(key);
      if (attempts.of(key) === 0) addresses.remove(network);
    }
  };
}
