import { countChanged, countRows, hasChanged } from '../database/results.ts';
import type { Database, Tables } from '../database/tables.ts';

type Challenge = Tables['passkey_challenges'];

export async function insertChallenge(db: Database, challenge: Challenge): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute();
}

/** Expired ones do not count. */
export function countChallenges(
  db: Database,
  { now, address }: { now: string; address?: string },
): Promise<number> {
  return db
    .selectFrom('passkey_challenges')
    .where('expires_at', '>', now)
    .$if(address !== undefined, (query) => query.where('address', '=', address ?? ''))
    .$call(countRows);
}

/** Deletes only one of those that anybody can ask for. */
export async function deleteOldestChallenge(db: Database, now: string): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', (challenges) =>
      challenges
        .selectFrom('passkey_challenges')
        .select('challenge')
        .where('purpose', '=', 'use')
        .where('expires_at', '>', now)
        .orderBy('expires_at')
        .limit(1),
    )
    .execute();
}

/** True only once, and only before it expires. */
export async function spendChallenge(
  db: Database,
  { challenge, purpose }: Pick<Challenge, 'challenge' | 'purpose'>,
  now: string,
): Promise<boolean> {
  return db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$call(hasChanged);
}

export async function deleteAllChallenges(db: Database): Promise<void> {
  await db.deleteFrom('passkey_challenges').execute();
}

export function deleteExpiredChallenges(db: Database, now: string): Promise<number> {
  return db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).$call(countChanged);
}
