import type { ApiToken } from '@longhand/contract/api-tokens';
import { hasChanged } from '../../database/results.ts';
import type { ApiTokensTable, Database, Transaction } from '../../database/tables.ts';

export async function insertApiToken(trx: Transaction, token: ApiTokensTable): Promise<void> {
  await trx.insertInto('api_tokens').values(token).execute();
}

/** The newest first, also those that have ended. */
export function listApiTokens(db: Database): Promise<ApiToken[]> {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'expires_at', 'created_at', 'last_used_at'])
    .orderBy('id', 'desc')
    .execute();
}

export function findApiToken(
  db: Database,
  tokenHash: string,
  now: string,
): Promise<ApiTokensTable | undefined> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .executeTakeFirst();
}

/** Does nothing if a concurrent request has just done so. */
export async function updateTokenUse(
  db: Database,
  { id, last_used_at }: Pick<ApiTokensTable, 'id' | 'last_used_at'>,
  use: Pick<ApiTokensTable, 'last_used_at'>,
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set(use)
    .where('id', '=', id)
    .where('last_used_at', last_used_at === null ? 'is' : '=', last_used_at)
    .execute();
}

/** False if there is no such token. */
export function deleteApiToken(trx: Transaction, id: string): Promise<boolean> {
  return trx.deleteFrom('api_tokens').where('id', '=', id).$call(hasChanged);
}
