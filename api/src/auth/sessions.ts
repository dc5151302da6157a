import { randomBytes } from 'node:crypto';
import { type ActiveSession, SESSION_ID_LENGTH } from '@longhand/contract/account';
import { LRUCache } from 'lru-cache';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Database, SessionsTable, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { deleteAllTickets } from '../downloads/tickets.ts';
import { recordEvent } from '../events/record-event.ts';
import { readableAddress } from '../http/address-key.ts';
import { ProblemError } from '../http/problem.ts';
import { tokenHash } from '../http/session.ts';
import { deletePendingTotp } from './factors.repository.ts';
import { deleteAllChallenges } from './passkey-challenges.repository.ts';
import * as repository from './sessions.repository.ts';
import { createUseRecorder, ifWritable } from './use-recorder.ts';
import type { Verified } from './verification.ts';

const IDLE_TIMEOUT_MS = 14 * DAY_MS;
/** Limits how long a stolen token works. */
const MAX_LIFETIME_MS = 90 * DAY_MS;
/** Avoids a write on every read request. */
const EXTEND_INTERVAL_MS = 3_600_000;
const MAX_USER_AGENT_LENGTH = 300;
const MAX_CACHED_SESSIONS = 1_000;

/** What sessions have asked for or begun to set up. */
async function deleteOfSessions(trx: Transaction): Promise<void> {
  await deleteAllTickets(trx);
  await deletePendingTotp(trx);
  await deleteAllChallenges(trx);
}

export async function endAllSessions(trx: Transaction): Promise<void> {
  await repository.deleteAllSessions(trx);
  await deleteOfSessions(trx);
}

/** A session that was ended while its request was being read ends no others. */
export async function endOtherSessions(trx: Transaction, token: string): Promise<void> {
  const current = tokenHash(token);
  if (!(await repository.hasSession(trx, current)))
    throw new ProblemError('not-logged-in', 'The session has ended. Please log in again.');
  await repository.deleteOtherSessions(trx, current);
  await deleteOfSessions(trx);
}

function sessionIdOf(hash: string): string {
  return hash.slice(0, SESSION_ID_LENGTH);
}

function expiryOf(now: Date, createdAt: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, createdAt.getTime() + MAX_LIFETIME_MS));
}

function validityAt(now: Date): repository.Validity {
  return {
    now: now.toISOString(),
    createdAfter: new Date(now.getTime() - MAX_LIFETIME_MS).toISOString(),
  };
}

/** Shortened to one line. Null if the browser says nothing about itself. */
function shortUserAgent(userAgent: string | undefined): string | null {
  return userAgent?.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_USER_AGENT_LENGTH) || null;
}

export type LoginOrigin = { readonly address: string; readonly userAgent?: string | undefined };

function newSession(token: string, { address, userAgent }: LoginOrigin, now: Date): SessionsTable {
  return {
    token_hash: tokenHash(token),
    created_at: now.toISOString(),
    expires_at: expiryOf(now, now).toISOString(),
    user_agent: shortUserAgent(userAgent),
    address: readableAddress(address) ?? null,
    last_used_at: now.toISOString(),
  };
}

export function createSessions(db: Database, clock: Clock) {
  /**
   * Has the expiry of sessions that the database recently confirmed, by the hashes of their tokens. Used only for
   * admission priority under load: every request is still authenticated. Invalid tokens are never added, so they cannot
   * evict valid ones.
   */
  const cache = new LRUCache<string, number>({ max: MAX_CACHED_SESSIONS });
  const recordUse = createUseRecorder();

  const recordEnd = (trx: Transaction, hash: string) =>
    recordEvent(trx, clock, { kind: 'session.ended', subject: sessionIdOf(hash) });

  async function authenticate(token: string, address?: string): Promise<boolean> {
    const now = clock();
    const hash = tokenHash(token);
    const session = await repository.findSession(db, hash, validityAt(now));
    if (!session) {
      cache.delete(hash);
      return false;
    }
    cache.set(hash, Date.parse(session.expires_at));
    const expiry = expiryOf(now, new Date(session.created_at));
    const extensionMs = expiry.getTime() - Date.parse(session.expires_at);
    if (extensionMs >= EXTEND_INTERVAL_MS)
      await ifWritable(repository.extendSession(db, hash, expiry.toISOString()));
    if (address !== undefined)
      await recordUse(session, now, () => {
        const use = { address: readableAddress(address) ?? null, last_used_at: now.toISOString() };
        return repository.updateLastUse(db, session, use);
      });
    return true;
  }

  return {
    authenticate,

    /** Undefined if the password was changed while it was being verified. */
    async start(
      trx: Transaction,
      { passwordHash, method: detail }: Pick<Verified, 'passwordHash' | 'method'>,
      origin: LoginOrigin,
    ): Promise<string | undefined> {
      const token = randomBytes(32).toString('base64url');
      const session = newSession(token, origin, clock());
      if (!(await repository.insertSession(trx, session, passwordHash))) return undefined;
      const subject = sessionIdOf(session.token_hash);
      await recordEvent(trx, clock, { kind: 'login.succeeded', actor: 'owner', subject, detail });
      cache.set(session.token_hash, Date.parse(session.expires_at));
      return token;
    },

    async end(token: string): Promise<void> {
      const hash = tokenHash(token);
      await inTransaction(db, async (trx) => {
        await repository.deleteSession(trx, hash);
        await recordEnd(trx, hash);
      });
      cache.delete(hash);
    },

    /** False if there is no session with this id. */
    async endById(id: string): Promise<boolean> {
      const ended = await inTransaction(db, async (trx) => {
        await deleteAllTickets(trx);
        const hash = await repository.deleteSessionById(trx, id, validityAt(clock()));
        if (hash !== undefined) await recordEnd(trx, hash);
        return hash;
      });
      if (ended !== undefined) cache.delete(ended);
      return ended !== undefined;
    },

    async endAll(): Promise<void> {
      await inTransaction(db, async (trx) => {
        await endAllSessions(trx);
        await recordEvent(trx, clock, { kind: 'session.ended', detail: 'all sessions' });
      });
      cache.clear();
    },

    async list(token: string): Promise<ActiveSession[]> {
      const current = tokenHash(token);
      const sessions = await repository.listSessions(db, validityAt(clock()));
      return sessions.map(({ token_hash, expires_at: _, ...session }) => ({
        id: sessionIdOf(token_hash),
        ...session,
        is_current: token_hash === current,
      }));
    },

    count: () => repository.countSessions(db, validityAt(clock())),

    isCached: (token: string) => (cache.get(tokenHash(token)) ?? 0) > clock().getTime(),

    clearCache: () => cache.clear(),

    deleteExpired: () => repository.deleteExpiredSessions(db, validityAt(clock())),
  };
}
