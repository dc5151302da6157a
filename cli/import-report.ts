import type { ImportReport } from '@longhand/contract/imports';
import { counted } from './progress.ts';

/** Of a list on the screen; all are in the file that --report names. */
const MAX_LISTED = 50;

function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LISTED;
  return [
    '',
    `${heading}:`,
    ...lines.slice(0, MAX_LISTED).map((line) => `  - ${line}`),
    ...(more > 0 ? [`  and ${more} more: --report FILE lists all of them.`] : []),
  ];
}

function countReasons(skipped: ImportReport['skipped']): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(([reason, { length, 0: first }]) =>
    length === 1 ? `${first?.title}: ${reason}` : `${length} items: ${reason}`,
  );
}

/** For the terminal. */
export function describeReport(report: ImportReport): string {
  const { items, imported, posts, pages, drafts, skipped, notes, pictures, redirects } = report;
  const [taken, left] = report.dry_run ? ['would be', 'would not'] : ['were', 'were not'];
  const missing = pictures.missing.length;
  return [
    `${counted(items, 'item', 'items')} found: ${imported} ${taken} imported, ${skipped.length} ${left}.`,
    `Imported: ${counted(posts, 'post', 'posts')}, of which ${drafts} not public, and ${counted(pages, 'page', 'pages')}.`,
    `Pictures: ${pictures.imported} imported, ${missing} missing. Old addresses that lead here: ${redirects}.`,
    ...(report.comments > 0
      ? [
          `${counted(report.comments, 'comment', 'comments')} not imported: there are no comments here.`,
        ]
      : []),
    ...listed('Not imported', countReasons(skipped)),
    ...listed(
      'Changed on the way',
      notes.map(({ title, note }) => `${title}: ${note}`),
    ),
    ...listed('Pictures that are missing, and stay linked as they were', pictures.missing),
    ...(report.dry_run ? ['', 'Nothing was changed: this was a dry run.'] : []),
  ].join('\n');
}
