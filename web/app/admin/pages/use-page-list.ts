import type { PageWorkingCopySummary } from '@longhand/contract/page-working-copies';
import type { Page, TrashedPage } from '@longhand/contract/pages';
import { useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import { deleteUnsaved } from '../document-editor/drafts/delete-unsaved.ts';
import { shownTitle } from '../post-form/shown-value.ts';
import type { ListMessage } from '../posts/published-message.ts';
import { alertFailure, PAGE_ALERTS } from '../ui/alerts.ts';
import { refreshSite } from '../ui/latest-site.ts';
import { PAGES } from './page-kind.ts';
import { type Direction, inPageOrder, movedPositions } from './page-order.ts';

export type PageLists = {
  readonly pages: readonly Page[];
  readonly trash: readonly TrashedPage[];
  /** The working copies of pages that were never saved. */
  readonly unfinished: readonly PageWorkingCopySummary[];
};

/** What the list says about the last action. */
export type PageMessage = Pick<ListMessage, 'text' | 'edit' | 'undo'>;

function without<Entry extends { id: string }>(list: readonly Entry[], id: string): Entry[] {
  return list.filter((entry) => entry.id !== id);
}

function restoredText(trashed: TrashedPage, { title, slug }: Page): string {
  if (slug === trashed.slug) return `“${title}” is back, as it was.`;
  return `“${title}” is back, at /${slug}: another page has its old address.`;
}

/** The sentence of the server, if it has one: for example that the address is taken. */
function explain(failure: string, error: unknown): string {
  const detail = error instanceof AdminApiError ? error.problem.detail : undefined;
  return detail ? `${failure} ${detail}` : failure;
}

export function usePageList(initial: PageLists) {
  const [lists, setLists] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  /** The same: a function in a message is older than the last render. */
  const isRunning = useRef(false);
  const [message, setMessage] = useState<PageMessage>({ text: '' });
  /** The button that was pressed last, which moves with its row. */
  const [moved, setMoved] = useState<{ readonly id: string; readonly direction: Direction }>();

  async function run(failure: string, action: () => Promise<PageMessage>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      setMessage(await action());
      void refreshSite();
    } catch (error) {
      alertFailure(explain(failure, error), error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  function remove(page: Page): void {
    void run(PAGE_ALERTS.delete, async () => {
      await adminApi.deletePage(page.id);
      const trashed = { ...page, deleted_at: new Date().toISOString() };
      setLists(({ pages, trash, ...lists }) => ({
        ...lists,
        pages: without(pages, page.id),
        trash: [trashed, ...without(trash, page.id)],
      }));
      return { text: `“${page.title}” is in the trash.`, undo: () => restore(trashed) };
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
        // One of the positions may have been saved, and the other not.
        const pages = await adminApi.listPages();
        setLists((now) => ({ ...now, pages }));
      }
      setMoved({ id: page.id, direction });
      return { text: `“${page.title}” was moved ${direction}.` };
    });
  }

  function discard(copy: PageWorkingCopySummary): void {
    void run(PAGE_ALERTS.delete, async () => {
      const bringBack = await deleteUnsaved(PAGES, copy.id);
      setLists((now) => ({ ...now, unfinished: without(now.unfinished, copy.id) }));
      const text = `“${shownTitle(copy.title)}” is deleted.`;
      return { text, undo: () => undoDiscard(copy, bringBack) };
    });
  }

  function undoDiscard(copy: PageWorkingCopySummary, bringBack: () => Promise<void>): void {
    void run(PAGE_ALERTS.restore, async () => {
      await bringBack();
      setLists((now) => ({ ...now, unfinished: [copy, ...without(now.unfinished, copy.id)] }));
      return { text: `“${shownTitle(copy.title)}” is back, as it was.` };
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
