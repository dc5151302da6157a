import type { Page } from '@longhand/contract/pages';
import { adminApi } from '../admin-api.ts';
import { logFailure } from '../alerts.ts';
import { hasStatus } from '../api/request.ts';
import { isSavedPage, type PageForm, toNewPageInput, toPageInput } from './page-form.ts';
import type { PageBaseline } from './page-state.ts';

export type SentPage =
  | { readonly page: Page }
  | {
      readonly error: unknown;
      /** The page on the server if it was changed elsewhere. */
      readonly theirs: Page | null;
    };

/** What an earlier attempt created whose response was lost: then the address is taken by this text. */
async function findCreated(error: unknown, form: PageForm): Promise<Page | null> {
  if (!hasStatus(error, 400) || !error.problem.errors?.slug) return null;
  const pages = (await adminApi.listPages().catch(logFailure)) ?? [];
  return pages.find((page) => page.slug === form.slug.trim() && isSavedPage(page, form)) ?? null;
}

async function create(form: PageForm): Promise<SentPage> {
  try {
    return { page: await adminApi.createPage(toNewPageInput(form)) };
  } catch (error) {
    const page = await findCreated(error, form);
    return page ? { page } : { error, theirs: null };
  }
}

async function update(page: Page, form: PageForm, baseline: PageBaseline): Promise<SentPage> {
  try {
    const input = toPageInput(form, baseline.form);
    return { page: await adminApi.updatePage(page.id, input, baseline.version) };
  } catch (error) {
    if (!hasStatus(error, 409)) return { error, theirs: null };
    const theirs = (await adminApi.findPage(page.id).catch(logFailure)) ?? null;
    // Our own save, whose response was lost.
    if (theirs && isSavedPage(theirs, form)) return { page: theirs };
    return { error, theirs };
  }
}

/** Creates the page, or changes the version that the baseline has. */
export function sendPage(form: PageForm, baseline: PageBaseline): Promise<SentPage> {
  return baseline.page ? update(baseline.page, form, baseline) : create(form);
}
