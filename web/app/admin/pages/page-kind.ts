import type { Page } from '@longhand/contract/pages';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import type { DocumentKind } from '../document-editor/document-kind.ts';
import { createLocalDrafts } from '../document-editor/drafts/local-drafts.ts';
import type { DocumentEditor } from '../document-editor/use-document-editor.ts';
import { PAGE_ALERTS } from '../ui/alerts.ts';
import { refreshSite } from '../ui/latest-site.ts';
import { EMPTY_PAGE, PAGE_RULES, type PageForm, toPageForm } from './page-form.ts';
import { sendPage } from './send-page.ts';

export type PageTypes = { readonly document: Page; readonly form: PageForm };

export type PageEditorState = DocumentEditor<PageTypes>;

async function find(id: string): Promise<Page | undefined> {
  return adminApi.findPage(id).catch((error) => {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  });
}

export const PAGES: DocumentKind<PageTypes> = {
  name: 'page',
  emptyForm: EMPTY_PAGE,
  toForm: toPageForm,
  setByServer: ['slug', 'position'],
  // The text of About follows the site's name; the address may change when a page is restored.
  sentIfChanged: ['slug', 'content', 'meta_description', 'placement', 'position'],
  publishing: { from: {}, to: {} },
  fields: PAGE_RULES,
  slugSource: ({ slug, title }) => slug || title,
  find,
  findVersion: adminApi.findPageVersion,
  copies: adminApi.pageCopies,
  drafts: createLocalDrafts('longhand-pages', 'pageId', EMPTY_PAGE),
  async send(form, over, sources) {
    const sent = await sendPage(form, over, sources);
    if ('document' in sent) void refreshSite();
    return sent;
  },
  savedState: (page) => (page ? 'live' : 'new'),
  afterSave: () => null,
  texts: {
    saveFailed: PAGE_ALERTS.save,
    saved: 'The page is public.',
    trash: 'the list of pages',
    isInTrash: 'can be restored from the list of pages',
    back: { to: () => '/admin/pages', label: 'Back to Pages' },
  },
};
