import { randomBytes, randomUUIDv7 } from 'node:crypto';
import {
  type ApiTokenInput,
  MAX_TOKEN_YEARS,
  type NewApiToken,
  type TokenScope,
} from '@longhand/contract/api-tokens';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { deleteAllTickets } from '../../downloads/tickets.ts';
import { recordEvent } from '../../events/record-event.ts';
import { notFound, ProblemError } from '../../http/problem.ts';
import { API_TOKEN_PREFIX, tokenHash } from '../../http/session.ts';
import { createUseRecorder } from '../use-recorder.ts';
import * as tokens from './api-tokens.repository.ts';

const MAX_KNOWN_TOKENS = 1_000;

type TokenFields = Pick<ApiTokenInput, 'name' | 'scope' | 'expires_at'>;

function yearsAfter(now: Date, years: number): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}

function checkedEnd(expires_at: string | null, now: Date): string | null {
  if (expires_at === null) return null;
  const end = new Date(expires_at);
  if (end > now && end <= yearsAfter(now, MAX_TOKEN_YEARS)) return end.toISOString();
  const message = `must be in the future, at most ${MAX_TOKEN_YEARS} years from now`;
  throw new ProblemError('invalid-input', `The body is not valid: expires_at ${message}.`, {
    errors: { expires_at: [message] },
  });
}

export function createApiTokens(db: Database, clock: Clock) {
  const recordUse = createUseRecorder();
  /** Like the cache of sessions, it serves only admission priority under load, and has no invalid tokens. */
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_TOKENS });

  return {
    isKnown: (token: string) => known.has(tokenHash(token)),

    list: () => tokens.listApiTokens(db),

    async create(trx: Transaction, { name, scope, expires_at }: TokenFields) {
      const now = clock();
      const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const created = {
        ...{ id: randomUUIDv7(), name, scope, expires_at: checkedEnd(expires_at, now) },
        ...{ created_at: now.toISOString(), last_used_at: null },
      };
      await tokens.insertApiToken(trx, { ...created, token_hash: tokenHash(token) });
      await recordEvent(trx, clock, { kind: 'token.created', subject: created.id, detail: scope });
      return { ...created, token } satisfies NewApiToken;
    },

    /** Also revokes the download tickets, as it may have requested some. */
    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await tokens.deleteApiToken(trx, id)))
          throw notFound('This API token does not exist. It may have been deleted already.');
        await deleteAllTickets(trx);
        await recordEvent(trx, clock, { kind: 'token.deleted', subject: id });
      });
    },

    /** Asks the database each time, so that every process refuses a deleted token at once. */
    async findScope(token: string): Promise<TokenScope | undefined> {
      const now = clock();
      const hash = tokenHash(token);
      const found = await tokens.findApiToken(db, hash, now.toISOString());
      if (!found) {
        known.delete(hash);
        return undefined;
      }
      known.set(hash, true);
      await recordUse(found, now, () =>
        tokens.updateTokenUse(db, found, { last_used_at: now.toISOString() }),
      );
      return found.scope;
    },
  };
}
