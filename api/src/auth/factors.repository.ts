import type { SecondFactor } from '@longhand/contract/second-factor';
import { hasChanged, isFound } from '../database/results.ts';
import type { Database, PasskeysTable, Tables, Transaction } from '../database/tables.ts';

export type TotpSecret = Pick<Tables['totp_secrets'], 'secret' | 'last_step'>;

/** Empty while the password alone is enough. */
export type Factors = {
  readonly totp: TotpSecret | undefined;
  readonly passkeys: readonly PasskeysTable[];
  readonly recoveryCodeHashes: readonly string[];
};

export async function readFactors(db: Database): Promise<Factors> {
  return {
    totp: await findTotp(db, 'active'),
    passkeys: await db.selectFrom('passkeys').selectAll().orderBy('id').execute(),
    recoveryCodeHashes: (await db.selectFrom('recovery_codes').selectAll().execute()).map(
      ({ code_hash }) => code_hash,
    ),
  };
}

export function isOn({ totp, passkeys }: Factors): boolean {
  return totp !== undefined || passkeys.length > 0;
}

/** What the owner may see of them. */
export async function readSecondFactor(db: Database): Promise<SecondFactor> {
  const { totp, passkeys, recoveryCodeHashes } = await readFactors(db);
  return {
    totp: totp !== undefined,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at, last_used_at },
    })),
    recovery_codes_left: recoveryCodeHashes.length,
  };
}

export function findTotp(
  db: Database,
  state: Tables['totp_secrets']['state'],
): Promise<Tables['totp_secrets'] | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('state', '=', state).executeTakeFirst();
}

export async function setPendingTotp(trx: Transaction, secret: string, now: string): Promise<void> {
  await deletePendingTotp(trx);
  const row = { state: 'pending', secret, last_step: 0, created_at: now } as const;
  await trx.insertInto('totp_secrets').values(row).execute();
}

export async function deletePendingTotp(trx: Transaction): Promise<void> {
  await trx.deleteFrom('totp_secrets').where('state', '=', 'pending').execute();
}

/** Replaces the active secret. False if the secret is not pending any more. */
export async function activateTotp(trx: Transaction, used: TotpSecret): Promise<boolean> {
  const pending = await findTotp(trx, 'pending');
  if (pending?.secret !== used.secret) return false;
  await deleteTotp(trx);
  await trx
    .updateTable('totp_secrets')
    .set({ state: 'active', last_step: used.last_step })
    .where('state', '=', 'pending')
    .execute();
  return true;
}

/** False if there is none. */
export async function deleteTotp(trx: Transaction): Promise<boolean> {
  return trx.deleteFrom('totp_secrets').where('state', '=', 'active').$call(hasChanged);
}

/** False if the code of this step, or of a later one, was used, or the secret was replaced. */
export async function useTotp(trx: Transaction, used: TotpSecret): Promise<boolean> {
  return trx
    .updateTable('totp_secrets')
    .set({ last_step: used.last_step })
    .where('state', '=', 'active')
    .where('secret', '=', used.secret)
    .where('last_step', '<', used.last_step)
    .$call(hasChanged);
}

/** False if it was used or replaced. */
export async function useRecoveryCode(trx: Transaction, codeHash: string): Promise<boolean> {
  return trx.deleteFrom('recovery_codes').where('code_hash', '=', codeHash).$call(hasChanged);
}

export async function replaceRecoveryCodes(
  trx: Transaction,
  codeHashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').execute();
  if (codeHashes.length === 0) return;
  const rows = codeHashes.map((code_hash) => ({ code_hash }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** False if it was removed, or has been used since it was read. */
export async function usePasskey(
  trx: Transaction,
  { id, counter }: Pick<PasskeysTable, 'id' | 'counter'>,
  use: { counter: number; last_used_at: string },
): Promise<boolean> {
  return trx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .$call(hasChanged);
}

/** False if a passkey with this credential exists. */
export async function insertPasskey(trx: Transaction, passkey: PasskeysTable): Promise<boolean> {
  return trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .$call(isFound);
}

/** False if it does not exist. */
export async function deletePasskey(trx: Transaction, id: string): Promise<boolean> {
  return trx.deleteFrom('passkeys').where('id', '=', id).$call(hasChanged);
}

export async function deleteAllFactors(trx: Transaction): Promise<void> {
  await trx.deleteFrom('totp_secrets').execute();
  await trx.deleteFrom('passkeys').execute();
  await trx.deleteFrom('recovery_codes').execute();
}
