import { RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { addressKey, networkKey } from '../http/address-key.ts';
import { createCounts } from '../http/counts.ts';
import { ProblemError } from '../http/problem.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';

/**
 * Verifying a password is expensive on purpose. Attempts from one address run one at a time, so it
 * uses one of these slots; one network uses at most half of them.
 */
const MAX_ADDRESSES = 64;
const MAX_ATTEMPTS_PER_ADDRESS = 32;
const TOO_MANY = new ProblemError(
  'unavailable',
  'Too many logins at the same time. Please try again in a moment.',
  { retryAfter: RETRY_AFTER_SECONDS },
);

export function createLoginConcurrencyLimit() {
  const runExclusive = createKeyedMutex();
  const attemptsByAddress = createCounts();
  const addressesByNetwork = createCounts();

  return async function run<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
    const [key, network] = [addressKey(address), networkKey(address)];
    if (attemptsByAddress.of(key) >= MAX_ATTEMPTS_PER_ADDRESS) throw TOO_MANY;
    if (attemptsByAddress.of(key) === 0) {
      if (attemptsByAddress.keys() >= MAX_ADDRESSES) throw TOO_MANY;
      if (addressesByNetwork.of(network) >= MAX_ADDRESSES / 2) throw TOO_MANY;
      addressesByNetwork.add(network);
    }
    attemptsByAddress.add(key);
    try {
      return await runExclusive(key, task);
    } finally {
      attemptsByAddress.remove(key);
      if (attemptsByAddress.of(key) === 0) addressesByNetwork.remove(network);
    }
  };
}

export type LoginConcurrencyLimit = ReturnType<typeof createLoginConcurrencyLimit>;
