import { emailKey } from '@longhand/contract/newsletter/email-address';
import { SUBSCRIBER_STATES, type SubscriberImport } from '@longhand/contract/newsletter/newsletter';
import type { Context } from '../../context.ts';
import { addRefusal, type CsvLine, namedField, originalField, readCsv } from '../../csv.ts';
import { inShortTransactions } from '../../database/batches.ts';
import type { Transaction } from '../../database/tables.ts';
import { createCandidate } from './candidates.ts';
import { insertVouched, listKnownKeys } from './subscribers.repository.ts';

const LINES_PER_STATEMENT = 50;

type Line = CsvLine<'email' | 'state'>;
type Entry = Line & { readonly key: string };

const REASONS = {
  'not-an-address': 'This is not an email address.',
  'not-confirmed': 'The file says that this address is not confirmed.',
};

const UNCONFIRMED: readonly string[] = SUBSCRIBER_STATES.filter((state) => state !== 'confirmed');

/**
 * A list of this or another blog can contain people who unsubscribed. In other lists `state` can be one of a country.
 */
const isConfirmed = ({ state }: Line) => !UNCONFIRMED.includes(state.trim().toLowerCase());

async function importGroup(
  trx: Transaction,
  lines: readonly Line[],
  report: SubscriberImport,
  now: string,
): Promise<void> {
  const refuse = ({ line, email }: Line, reason: keyof typeof REASONS) =>
    addRefusal(report, { line, email: namedField(email), reason: REASONS[reason] });
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

function groupsOf(lines: readonly Line[]): Line[][] {
  const count = Math.ceil(lines.length / LINES_PER_STATEMENT);
  return Array.from({ length: count }, (_, n) =>
    lines.slice(n * LINES_PER_STATEMENT, (n + 1) * LINES_PER_STATEMENT),
  );
}

/** An interrupted import is completed by sending the list again: who was added is known then. */
export async function importSubscribers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  csv: string,
): Promise<SubscriberImport> {
  const report: SubscriberImport = { added: 0, known: 0, refused: 0, refusals: [] };
  for await (const lines of readCsv(csv, ['email'], ['state']))
    await inShortTransactions(db, groupsOf(lines), (trx, group) =>
      importGroup(trx, group, report, clock().toISOString()),
    );
  return report;
}
