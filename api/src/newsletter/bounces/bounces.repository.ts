import type { Database } from '../../database/tables.ts';

/** Returns the addresses; one who left has nothing to end. */
export async function endByTokens(
  db: Database,
  tokens: readonly string[],
  now: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('subscribers')
    .set({ state: 'bounced', ended_at: now })
    .where('token', 'in', tokens)
    .where('state', 'in', ['waiting', 'confirmed'])
    .returning('email')
    .execute();
  return rows.map(({ email }) => email);
}

export async function hasTokens(db: Database, tokens: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('subscribers')
    .select('id')
    .where('token', 'in', tokens)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
