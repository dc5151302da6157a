import { hasChanged, isFound } from '../database/results.ts';
import type { Database } from '../database/tables.ts';

/** A claim that ends later was made with a wrong clock, and is ignored. */
const MAX_CLAIM_MS = 15 * 60_000;

type Claim = {
  readonly name: string;
  readonly claimedBy: string;
  readonly now: Date;
  readonly forMs: number;
  /** The claim is refused if the last complete run started less than this ago. */
  readonly minGapMs: number;
};

function after(time: Date, milliseconds: number): string {
  return new Date(time.getTime() + milliseconds).toISOString();
}

/** True for only one of several concurrent callers. */
export async function claimJob(
  db: Database,
  { name, claimedBy, now, forMs, minGapMs }: Claim,
): Promise<boolean> {
  const claim = {
    claimed_by: claimedBy,
    claimed_until: after(now, forMs),
    last_started_at: now.toISOString(),
  };
  return db
    .insertInto('jobs')
    .values({ name, ...claim })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(claim)
        .where((row) =>
          row.or([
            row('jobs.claimed_until', 'is', null),
            row('jobs.claimed_until', '<=', now.toISOString()),
            row('jobs.claimed_until', '>', after(now, MAX_CLAIM_MS)),
          ]),
        )
        .where((row) =>
          row.or([
            row('jobs.last_finished_at', 'is', null),
            row('jobs.last_finished_at', '<', row.ref('jobs.last_started_at')),
            row('jobs.last_started_at', '<=', after(now, -minGapMs)),
            row('jobs.last_started_at', '>=', after(now, minGapMs)),
          ]),
        ),
    )
    .returning('name')
    .$call(isFound);
}

type Holder = Pick<Claim, 'name' | 'claimedBy'>;

/** False if another process has claimed the job since. */
export function renewClaim(
  db: Database,
  { name, claimedBy }: Holder,
  until: Date,
): Promise<boolean> {
  return db
    .updateTable('jobs')
    .set({ claimed_until: until.toISOString() })
    .where('name', '=', name)
    .where('claimed_by', '=', claimedBy)
    .$call(hasChanged);
}

export type Release = {
  /** Without it the run counts as interrupted and is repeated. */
  readonly finishedAt?: Date | undefined;
  /** Without it the job can be claimed again immediately. */
  readonly retryAt?: Date | undefined;
};

export async function releaseClaim(
  db: Database,
  { name, claimedBy }: Holder,
  { finishedAt, retryAt }: Release,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      claimed_by: null,
      claimed_until: retryAt?.toISOString() ?? null,
      ...(finishedAt && { last_finished_at: finishedAt.toISOString() }),
    })
    .where('name', '=', name)
    .where('claimed_by', '=', claimedBy)
    .execute();
}

/** Lets failed jobs run at once: what was wrong may have been corrected. */
export async function endRetryPauses(db: Database): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claimed_until: null })
    .where('claimed_by', 'is', null)
    .where('claimed_until', 'is not', null)
    .execute();
}
