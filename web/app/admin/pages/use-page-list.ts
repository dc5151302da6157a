import type { Page, TrashedPage } from '@longhand/contract/pages/pages';
import type { PageWorkingCopySummary } from '@longhand/contract/working-copies';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import { deleteUnsaved } from '../document-editor/drafts/local-drafts.ts';
import { shownTitle } from '../post-form/shown-value.ts';
import { PAGE_ALERTS } from '../ui/alerts.ts';
import { refreshSite } from '../ui/latest-site.ts';
import type { ListMessage } from '../ui/lists/list-message.tsx';
import { without } from '../ui/lists/without.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { PAGES } from './page-kind.ts';
import { type Direction, inPageOrder, movedPositions } from './page-order.ts';

export type PageLists = {
  readonly pages: readonly Page[];
  readonly trash: readonly TrashedPage[];
  readonly unfinished: readonly PageWorkingCopySummary[];
};

type PageMessage = Pick<ListMessage, 'text' | 'edit' | 'undo'>;

function restoredText(trashed: TrashedPage, { title, slug }: Page): string {
  if (slug === trashed.slug) return `Restored “${title}”.`;
  return `Restored “${title}” at /${slug}: another page has its old address.`;
}

/** Adds the sentence of the server, for example that the address is taken. */
function explain(failure: string, error: unknown): string {
  const detail = error instanceof AdminApiError ? error.problem.detail : undefined;
  return detail ? `${failure} ${detail}` : failure;
}

export function usePageList(initial: PageLists) {
  const [lists, setLists] = useState(initial);
  const { run: runAlone, isBusy } = useOneAtATime(explain);
  const [message, setMessage] = useState<PageMessage>({ text: '' });
  /** The button that was pressed last gets the focus again when its row has moved. */
  const [moved, setMoved] = useState<{ readonly id: string; readonly direction: Direction }>();

  const run = (failure: string, action: () => Promise<PageMessage>) =>
    runAlone(failure, async () => {
      setMessage(await action());
      void refreshSite();
    });

  function remove(page: Page): void {
    void run(PAGE_ALERTS.delete, async () => {
      await adminApi.deletePage(page.id);
      const trashed = { ...page, deleted_at: new Date().toISOString() };
      setLists(({ pages, trash, ...lists }) => ({
        ...lists,
        pages: without(pages, page.id),
        trash: [trashed, ...without(trash, page.id)],
      }));
      return { text: `Moved “${page.title}” to the trash.`, undo: () => restore(trashed) };
    });
  }

  function restore(page: TrashedPage): void {
    void run(PAGE_ALERTS.restore, async () => {
      const restored = await adminApi.restorePage(page.id);
      setLists(({ pages, trash, ...lists }) => ({
        ...lists,
        pages: [...without(pages, page.id), restored],
        trash: without(trash, page.id),
      }));
      return { text: restoredText(page, restored) };
    });
  }

  function move(page: Page, direction: Direction): void {
    const positions = movedPositions(lists.pages, page, direction);
    if (positions.size === 0) return;
    void run(PAGE_ALERTS.move, async () => {
      try {
        for (const [id, position] of positions) await adminApi.updatePage(id, { position });
      } finally {
        // One of the two positions may have been saved and the other not.
        const pages = await adminApi.listPages();
        setLists((now) => ({ ...now, pages }));
      }
      setMoved({ id: page.id, direction });
      return { text: `Moved “${page.title}” ${direction}.` };
    });
  }

  function discard(copy: PageWorkingCopySummary): void {
    void run(PAGE_ALERTS.delete, async () => {
      const bringBack = await deleteUnsaved(PAGES, copy.id);
      setLists((now) => ({ ...now, unfinished: without(now.unfinished, copy.id) }));
      const text = `Deleted “${shownTitle(copy.title)}”.`;
      return { text, undo: () => undoDiscard(copy, bringBack) };
    });
  }

  function undoDiscard(copy: PageWorkingCopySummary, bringBack: () => Promise<void>): void {
    void run(PAGE_ALERTS.restore, async () => {
      await bringBack();
      setLists((now) => ({ ...now, unfinished: [copy, ...without(now.unfinished, copy.id)] }));
      return { text: `Restored “${shownTitle(copy.title)}”.` };
    });
  }

  return {
    pages: inPageOrder(lists.pages),
    trash: lists.trash,
    unfinished: lists.unfinished,
    isBusy,
    message,
    say: ({ text, edit }: ListMessage) => setMessage({ text, ...(edit && { edit }) }),
    moved,
    remove,
    restore,
    move,
    discard,
  };
}

export type PageList = ReturnType<typeof usePageList>;
