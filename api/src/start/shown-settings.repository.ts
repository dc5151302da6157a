import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';

const SHOWN_SETTINGS = 'shown_settings';

/** Covers what pages show of the environment. */
function fingerprintOf({ site, mail }: Pick<Config, 'site' | 'mail'>): string {
  const shown = JSON.stringify([site, mail !== null]);
  return createHash('sha256').update(shown).digest('hex');
}

/** A site on another host caches its pages until the revision changes, however often the API was restarted. */
export async function raiseRevisionIfChanged(db: Database, config: Config): Promise<void> {
  const fingerprint = fingerprintOf(config);
  if ((await findSetting(db, SHOWN_SETTINGS)) === fingerprint) return;
  await inTransaction(db, async (trx) => {
    await setSetting(trx, SHOWN_SETTINGS, fingerprint);
    await trx
      .updateTable('public_state')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .execute();
  });
}
