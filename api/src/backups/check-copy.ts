import { migrations as known } from '../database/migrations/index.ts';
import { type DatabaseFacts, describeDatabase, findDamage } from '../database/snapshot.ts';
import { BackupError } from './backup-error.ts';

/** Refuses a database that is damaged, or that this version would not understand. */
export function checkDatabase(file: string, name: string): DatabaseFacts {
  const damage = findDamage(file);
  if (damage !== undefined)
    throw new BackupError(`The database in ${name} is damaged (${damage}). Nothing was changed.`);
  const facts = describeDatabase(file);
  if (facts.migrations.length === 0)
    throw new BackupError(`The database in ${name} is not one of a blog. Nothing was changed.`);
  const unknown = facts.migrations.find((migration) => !Object.hasOwn(known, migration));
  if (unknown !== undefined)
    throw new BackupError(
      `${name} was made by a newer version of the software (it has ${unknown}). Upgrade first, then try again. Nothing was changed.`,
    );
  return facts;
}
