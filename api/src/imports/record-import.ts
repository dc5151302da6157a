import type { ImportReport } from '@longhand/contract/imports';
import type { Context } from '../context.ts';
import { recordEvent } from '../events/record-event.ts';

type Parts = Pick<Context, 'db' | 'clock'>;

export async function recordImport({ db, clock }: Parts, report: ImportReport): Promise<void> {
  const { kind, posts, pages } = report;
  const detail = `${kind}: ${posts} posts, ${pages} pages`;
  await recordEvent(db, clock, { kind: 'import.finished', detail });
}

/** Of an import that failed or was stopped. What it had imported until then stays. */
export async function recordUnfinishedImport({ db, clock }: Parts): Promise<void> {
  await recordEvent(db, clock, { kind: 'import.finished', detail: 'not completed' });
}
