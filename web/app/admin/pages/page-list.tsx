import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { LocalDraftLinks } from '../document-editor/drafts/local-draft-offer.tsx';
import type { LocalDraft } from '../document-editor/drafts/local-drafts.ts';
import { useEditorMessage } from '../posts/use-editor-message.ts';
import admin from '../ui/admin.module.css';
import { PlainButton } from '../ui/button.tsx';
import { ListMessageLine } from '../ui/lists/list-message.tsx';
import { ListTable } from '../ui/lists/paged-list.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { dateAndTime } from '../words/date-and-time.ts';
import { ABOUT_TRASH } from '../words/pages.ts';
import type { PageForm } from './page-form.ts';
import styles from './page-list.module.css';
import { PageRow } from './page-row.tsx';
import { UnfinishedPages } from './unfinished-pages.tsx';
import { type PageList as List, type PageLists, usePageList } from './use-page-list.ts';

type Props = PageLists & {
  drafts: readonly LocalDraft<PageForm>[];
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
  // A row loses the focus when it moves.
  useEffect(() => {
    if (!moved) return;
    const row = rows.current?.querySelector(`[data-page="${moved.id}"]`);
    row?.querySelector<HTMLElement>(`[data-move="${moved.direction}"]`)?.focus();
  }, [moved]);
  useFocusFallback(heading, message);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Pages</title>
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
        {undo && (
          <PlainButton aria-disabled={list.isBusy} onClick={undo}>
            Undo
          </PlainButton>
        )}
      </ListMessageLine>
      <ListTable
        className={styles.table}
        aria-labelledby="pages"
        columns={['Title', 'Address', 'Shown in']}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
        <tbody ref={rows} role="rowgroup">
          {list.pages.map((page) => (
            <PageRow key={page.id} page={page} list={list} />
          ))}
        </tbody>
      </ListTable>
      <RecentlyDeleted list={list} />
    </div>
  );
}

function RecentlyDeleted({ list }: { list: List }) {
  const { timeZone } = useSite();
  const { trash, isBusy } = list;
  return (
    <details className={styles.deleted}>
      <summary>Recently deleted: {trash.length}</summary>
      <p>{ABOUT_TRASH}</p>
      <ul>
        {trash.map((page) => (
          <li key={page.id}>
            <b dir="auto">{page.title}</b>
            <span>/{page.slug}</span>
            <span>{dateAndTime(page.deleted_at, timeZone)}</span>
            <PlainButton aria-disabled={isBusy} onClick={() => list.restore(page)}>
              Restore<span className="visually-hidden"> “{page.title}”</span>
            </PlainButton>
          </li>
        ))}
      </ul>
    </details>
  );
}
