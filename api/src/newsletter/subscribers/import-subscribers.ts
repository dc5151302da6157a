import { emailKey } from '@longhand/contract/email-address';
import { SUBSCRIBER_STATES, type SubscriberImport } from '@longhand/contract/newsletter';
import type { Clock } from '../../clock.ts';
import { type CsvLine, originalField, readCsv } from '../../csv.ts';
import type { Database, DatabaseTransaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createCandidate } from './create-candidate.ts';
import { insertVouched, listKnownKeys } from './subscribers.repository.ts';

const BATCH_SIZE = 500;
const MAX_REFUSALS = 100;

type Line = CsvLine<'email' | 'state'>;
type Entry = Line & { readonly key: string };

const REASONS = {
  'not-an-address': 'This is not an e-mail address.',
  'not-confirmed': 'The list says that this address is not confirmed.',
};

const UNCONFIRMED: readonly string[] = SUBSCRIBER_STATES.filter((state) => state !== 'confirmed');

/** A list of this or another blog can have those who left. In others a state can be one of a country. */
const isConfirmed = ({ state }: Line) => !UNCONFIRMED.includes(state.trim().toLowerCase());

function createReport() {
  const report: SubscriberImport = { added: 0, known: 0, refused: 0, refusals: [] };
  return {
    report,
    refuse({ line, email }: Line, reason: keyof typeof REASONS): void {
      report.refused += 1;
      if (report.refusals.length < MAX_REFUSALS)
        report.refusals.push({ line, email, reason: REASONS[reason] });
    },
  };
}

type Report = ReturnType<typeof createReport>;

async function importBatch(
  trx: DatabaseTransaction,
  lines: readonly Line[],
  { report, refuse }: Report,
  now: string,
): Promise<void> {
  const entries = lines.flatMap((line): Entry[] => {
    const email = originalField(line.email);
    const key = emailKey(email);
    if (key === null) refuse({ ...line, email }, 'not-an-address');
    return key === null ? [] : [{ ...line, email, key }];
  });
  const known = new Set(
    await listKnownKeys(
      trx,
      entries.map(({ key }) => key),
    ),
  );
  const unconfirmed = entries.filter((entry) => !isConfirmed(entry) && !known.has(entry.key));
  for (const entry of unconfirmed) refuse(entry, 'not-confirmed');
  const vouched = new Set(entries.filter(isConfirmed).map(({ key }) => key));
  const candidates = [...vouched].map((key) => createCandidate(key, now));
  const added = await insertVouched(trx, candidates, 'csv');
  report.added += added.length;
  report.known += entries.length - unconfirmed.length - added.length;
}

/** In several transactions, so that readers do not wait for a long list. */
export async function importSubscribers(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  csv: string,
): Promise<SubscriberImport> {
  const lines = await readCsv(csv, ['email'], ['state']);
  const report = createReport();
  for (let start = 0; start < lines.length; start += BATCH_SIZE)
    await inTransaction(db, (trx) =>
      importBatch(trx, lines.slice(start, start + BATCH_SIZE), report, clock().toISOString()),
    );
  return report.report;
}
