import type { ImportReport } from '@longhand/contract/imports';
import { PlainButton } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { number } from '../words/counts.ts';
import styles from './imports.module.css';

/** Nobody would read more lines; the downloaded file has all of them. */
const MAX_LISTED = 200;

function download(report: ImportReport): void {
  saveFile('import-report.json', `${JSON.stringify(report, null, 2)}\n`, 'application/json');
}

export function ImportReportView({ report }: { report: ImportReport }) {
  const { items, imported, posts, pages, drafts, skipped, notes, pictures, redirects } = report;
  const counts = [
    ['Items in the file', items],
    [report.dry_run ? 'Would be imported' : 'Imported', imported],
    ['Posts', posts],
    ['Of these, not public', drafts],
    ['Scheduled (not sent to subscribers)', report.scheduled],
    ['Pages', pages],
    ['Not imported', skipped.length],
    ['Pictures', pictures.imported],
    ['Missing pictures', pictures.missing.length],
    ['Redirects', redirects],
    ['Comments (not imported)', report.comments],
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
      <Reasons title="Not imported" lines={skipped.map(({ title, reason }) => [title, reason])} />
      <Reasons
        title="Changed during the import"
        lines={notes.map(({ title, note }) => [title, note])}
      />
      <Reasons title="Missing pictures" lines={pictures.missing.map((name) => [name, ''])} />
      <p>
        <PlainButton onClick={() => download(report)}>Download the report as JSON</PlainButton>
      </p>
    </>
  );
}

type ReasonsProps = { title: string; lines: readonly (readonly [what: string, why: string])[] };

function Reasons({ title, lines }: ReasonsProps) {
  if (lines.length === 0) return null;
  return (
    <details className={styles.reasons}>
      <summary>
        {title}: {number(lines.length)}
      </summary>
      <ul>
        {lines.slice(0, MAX_LISTED).map(([what, why], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one title
          <li key={index}>
            <b dir="auto">{what || 'Untitled'}</b> {why}
          </li>
        ))}
        {lines.length > MAX_LISTED && (
          <li>And {number(lines.length - MAX_LISTED)} more, in the report.</li>
        )}
      </ul>
    </details>
  );
}
