import type { Page } from '@longhand/contract/pages/pages';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import type { DocumentKind, Sent } from '../document-editor/document-kind.ts';
import { createLocalDrafts } from '../document-editor/drafts/local-drafts.ts';
import type { Baseline, EditorState } from '../document-editor/editor-state.ts';
import type { DocumentEditor } from '../document-editor/use-document-editor.ts';
import { deleteStoredCopy } from '../document-editor/working-copy.ts';
import { logFailure, PAGE_ALERTS } from '../ui/alerts.ts';
import { refreshSite } from '../ui/latest-site.ts';
import {
  EMPTY_PAGE,
  isSavedPage,
  PAGE_RULES,
  type PageForm,
  toNewPageInput,
  toPageForm,
  toPageInput,
} from './page-form.ts';

type Copy = EditorState<PageTypes>['copy'];

/** If the response of an earlier attempt was lost, the address is taken by this same text. */
async function findCreated(error: unknown, form: PageForm): Promise<Page> {
  const isTaken = hasStatus(error, 400) && error.problem.errors?.slug;
  const pages = (isTaken && (await adminApi.listPages().catch(logFailure))) || [];
  const created = pages.find((page) => page.slug === form.slug.trim() && isSavedPage(page, form));
  if (!created) throw error;
  return created;
}

async function create(form: PageForm, copy: Copy): Promise<Page> {
  const page = await adminApi
    .createPage(toNewPageInput(form))
    .catch((error) => findCreated(error, form));
  await deleteStoredCopy(adminApi.pageCopies, copy);
  return page;
}

async function sendPage(
  form: PageForm,
  over: Baseline<PageTypes>,
  { copy }: { readonly copy: Copy },
): Promise<Sent<PageTypes>> {
  const page = over.document;
  try {
    if (!page) return { document: await create(form, copy) };
    const input = toPageInput(form, over.form);
    const copyVersion = copy?.id === page.id ? copy.version : undefined;
    return { document: await adminApi.updatePage(page.id, input, over.version, copyVersion) };
  } catch (error) {
    if (!page || !hasStatus(error, 409)) return { error, over, theirs: undefined };
    const theirs = (await adminApi.findPage(page.id).catch(logFailure)) ?? undefined;
    if (!theirs || !isSavedPage(theirs, form)) return { error, over, theirs };
    // The same text means that our own save arrived and its response was lost.
    await deleteStoredCopy(adminApi.pageCopies, copy);
    return { document: theirs };
  }
}

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
  // The text of About contains the site's name; the address may change when a page is restored.
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
  effects({ baseline }) {
    const text = baseline.document ? 'updates the live page' : 'goes online now';
    return { save: { text, isPublic: true }, publish: { text, isPublic: true } };
  },
  savedState: (page) => (page ? 'live' : 'new'),
  afterSave: () => null,
  texts: {
    saveFailed: PAGE_ALERTS.save,
    trash: 'the list of pages',
    isInTrash: 'can be restored from the list of pages',
    back: { to: () => '/admin/pages', label: 'Back to Pages' },
  },
};
