import type { ImportReport } from '@longhand/contract/imports';
import admin from '../ui/admin.module.css';
import { saveFile } from '../ui/save-file.ts';
import styles from './imports.module.css';

const number = (value: number) => value.toLocaleString('en-US');

/** More would not be read; the file has all of them. */
const LISTED = 200;

function download(report: ImportReport): void {
  saveFile(
    'import-report.json',
    `${JSON.stringify(report, null, 2)}
`,
    'application/json',
  );
}

/** What an import has done, or would do. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { items, imported, posts, pages, drafts, skipped, notes, pictures, redirects } = report;
  const counts = [
    ['Items in the file', items],
    [report.dry_run ? 'Would be imported' : 'Imported', imported],
    ['Posts', posts],
    ['Of these, not public', drafts],
    ['Pages', pages],
    ['Not imported', skipped.length],
    ['Pictures', pictures.imported],
    ['Pictures that are missing', pictures.missing.length],
    ['Old addresses that lead here', redirects],
    ['Comments, which are not imported', report.comments],
  ] as const;
  return (
    <>
      <dl className={styles.counts}>
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      <Reasons
        title="Not imported"
        lines={skipped.map(({ title, reason }) => [title, reason] as const)}
      />
      <Reasons
        title="Changed on the way"
        lines={notes.map(({ title, note }) => [title, note] as const)}
      />
      <Reasons
        title="Pictures that are missing"
        lines={pictures.missing.map((address) => [address, ''] as const)}
      />
      <p>
        <button type="button" className={admin.plain} onClick={() => download(report)}>
          Download the report as JSON
        </button>
      </p>
    </>
  );
}

function Reasons({
  title,
  lines,
}: {
  title: string;
  lines: readonly (readonly [string, string])[];
}) {
  if (lines.length === 0) return null;
  return (
    <details className={styles.reasons}>
      <summary>
        {title}: {number(lines.length)}
      </summary>
      <ul>
        {lines.slice(0, LISTED).map(([what, why], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one title
          <li key={index}>
            <b dir="auto">{what || 'Without a title'}</b> {why}
          </li>
        ))}
        {lines.length > LISTED && <li>And {number(lines.length - LISTED)} more, in the report.</li>}
      </ul>
    </details>
  );
}
