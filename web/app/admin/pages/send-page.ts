import type { Page } from '@longhand/contract/pages';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import type { Sent } from '../document-editor/document-kind.ts';
import { deleteStoredCopy } from '../document-editor/drafts/stored-copy.ts';
import type { Baseline, EditorState } from '../document-editor/editor-state.ts';
import { logFailure } from '../ui/alerts.ts';
import { isSavedPage, type PageForm, toNewPageInput, toPageInput } from './page-form.ts';
import type { PageTypes } from './page-kind.ts';

type Copy = EditorState<PageTypes>['copy'];

/** What an earlier attempt created whose response was lost: then the address is taken by this text. */
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

/** Creates the page, or changes the version that the baseline has. */
export async function sendPage(
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
    // Our own save, whose response was lost.
    await deleteStoredCopy(adminApi.pageCopies, copy);
    return { document: theirs };
  }
}
