import { claimSetting, findSetting, setSetting } from '../database/settings.repository.ts';
import type { Database } from '../database/tables.ts';

/** With the version that the start has written. */
type Sample = { readonly id: string; readonly version: number };

const SAMPLES = 'sample_posts';
const DISMISSED = 'first_steps_dismissed_at';

/** Written by a first start, also without samples. */
export function rememberSamples(db: Database, samples: readonly Sample[]): Promise<void> {
  return setSetting(db, SAMPLES, JSON.stringify(samples));
}

/** Undefined in a blog that an earlier version started. */
export async function findSamples(db: Database): Promise<readonly Sample[] | undefined> {
  const stored = await findSetting(db, SAMPLES);
  return stored === undefined ? undefined : JSON.parse(stored);
}

export async function isDismissed(db: Database): Promise<boolean> {
  return (await findSetting(db, DISMISSED)) !== undefined;
}

export async function dismiss(db: Database, now: string): Promise<void> {
  await claimSetting(db, DISMISSED, now);
}
