import { TRASH_DAYS } from '@longhand/contract/limits';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { LocalDraftLinks } from '../document-editor/drafts/local-draft-offer.tsx';
import type { LocalDraft } from '../document-editor/drafts/local-drafts.ts';
import { dateAndTime } from '../post-form/date-and-time.ts';
import { ListMessageLine } from '../posts/list-message.tsx';
import table from '../posts/post-table.module.css';
import { useEditorMessage } from '../posts/use-editor-message.ts';
import admin from '../ui/admin.module.css';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import type { PageForm } from './page-form.ts';
import styles from './page-list.module.css';
import { PageRow } from './page-row.tsx';
import { UnfinishedPages } from './unfinished-pages.tsx';
import { type PageList as List, type PageLists, usePageList } from './use-page-list.ts';

type Props = PageLists & {
  drafts: readonly LocalDraft<PageForm>[];
  /** Why the unfinished pages are not there, as a sentence. */
  failure: string | null;
  onRetry: () => void;
};

export function PageList({ drafts, failure, onRetry, ...initial }: Props) {
  const list = usePageList(initial);
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const { message, moved } = list;
  const { undo, ...shown } = message;
  useEditorMessage(list.say);
  // A row that moves loses the focus.
  useEffect(() => {
    if (!moved) return;
    const row = rows.current?.querySelector(`[data-page="${moved.id}"]`);
    row?.querySelector<HTMLElement>(`[data-move="${moved.direction}"]`)?.focus();
  }, [moved]);
  useFocusFallback(heading, message);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Pages</title>
      <p className={admin.back}>
        <Link to={dashboardAddress()}>Back to Dashboard</Link>
      </p>
      <header className={admin.head}>
        <h1 id="pages" ref={heading} tabIndex={-1}>
          Pages
        </h1>
        <Link to="/admin/pages/new" className="button">
          New page
        </Link>
      </header>
      <LocalDraftLinks name="page" drafts={drafts} />
      <UnfinishedPages list={list} />
      {failure && <LoadFailed text={failure} onRetry={onRetry} />}
      <ListMessageLine message={shown}>
        {undo && <UndoButton isBusy={list.isBusy} onUndo={undo} />}
      </ListMessageLine>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
      <table className={`${table.table} ${styles.table}`} role="table" aria-labelledby="pages">
        <thead role="rowgroup">
          <tr role="row">
            {['Title', 'Address', 'Shown in'].map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={rows} role="rowgroup">
          {list.pages.map((page) => (
            <PageRow key={page.id} page={page} list={list} />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      <RecentlyDeleted list={list} />
    </div>
  );
}

function UndoButton({ isBusy, onUndo }: { isBusy: boolean; onUndo: () => void }) {
  return (
    <button type="button" className={admin.plain} aria-disabled={isBusy} onClick={onUndo}>
      Undo
    </button>
  );
}

function RecentlyDeleted({ list }: { list: List }) {
  const { timeZone } = useSite();
  const { trash, isBusy } = list;
  return (
    <details className={styles.deleted}>
      <summary>Recently deleted: {trash.length}</summary>
      <p>
        {trash.length === 0
          ? `No deleted pages. A deleted page can be restored for ${TRASH_DAYS} days.`
          : `Deleted pages can be restored for ${TRASH_DAYS} days.`}
      </p>
      <ul>
        {trash.map((page) => (
          <li key={page.id}>
            <b dir="auto">{page.title}</b>
            <span>/{page.slug}</span>
            <span>{dateAndTime(page.deleted_at, timeZone)}</span>
            <button
              type="button"
              className={admin.plain}
              aria-disabled={isBusy}
              onClick={() => list.restore(page)}
            >
              Restore<span className="visually-hidden"> “{page.title}”</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
