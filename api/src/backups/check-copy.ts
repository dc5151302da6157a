import { migrations as known } from '../database/migrations/index.ts';
import { type DatabaseFacts, describeDatabase, mendCopy } from '../database/snapshot.ts';
import { BackupError } from './backup-error.ts';

const UNCHANGED = 'Nothing was changed.';

/**
 * Refuses a copy that is damaged, or not one of a blog's database. An index that can be made from
 * the rest is made anew in it.
 */
export function checkWhole(copy: string, name: string, consequence = UNCHANGED): DatabaseFacts {
  const damage = mendCopy(copy);
  if (damage !== undefined)
    throw new BackupError(`The database in ${name} is damaged (${damage}). ${consequence}`);
  const facts = describeDatabase(copy);
  if (facts.migrations.length === 0)
    throw new BackupError(`The database in ${name} is not one of a blog. ${consequence}`);
  return facts;
}

/** The same, and refuses one that this version would not understand. */
export function checkUsable(copy: string, name: string): DatabaseFacts {
  const facts = checkWhole(copy, name);
  const unknown = facts.migrations.find((migration) => !Object.hasOwn(known, migration));
  if (unknown !== undefined)
    throw new BackupError(
      `${name} was made by a newer version of the software (it has ${unknown}). Upgrade first, then try again. ${UNCHANGED}`,
    );
  return facts;
}
