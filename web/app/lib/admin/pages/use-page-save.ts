import type { Page } from '@longhand/contract/pages';
import { useNavigate } from 'react-router';
import { refreshSite } from '../../latest-site.ts';
import { alertFailure, PAGE_ALERTS } from '../alerts.ts';
import type { Placeholders } from '../placeholders.ts';
import { explainFailure } from '../save-failure.ts';
import { toSlug } from '../to-slug.ts';
import { useMounted } from '../use-mounted.ts';
import { isSamePageForm, mergePageForms, type PageForm } from './page-form.ts';
import { type PageBaseline, pageBaseline } from './page-state.ts';
import { sendPage } from './send-page.ts';
import type { PageStore } from './use-page-editor.ts';

type Options = {
  readonly placeholders: Placeholders;
  readonly deleteDraft: () => Promise<void>;
};

function useFinish({ getState, dispatch }: PageStore, { deleteDraft }: Options) {
  const navigate = useNavigate();
  const mounted = useMounted();

  return async function finish(page: Page, sent: PageForm): Promise<void> {
    // Otherwise something was typed during the save, and the draft is still needed.
    if (isSamePageForm(getState().form, sent)) await deleteDraft().catch(console.error);
    if (!mounted.current) return;
    const isOther = page.id !== getState().baseline.page?.id;
    dispatch({ type: 'saved', page, sent, at: new Date() });
    if (!isOther) return;
    // Changes the URL for a reload, without remounting the editor.
    const options = { replace: true, preventScrollReset: true, state: { stay: true } };
    navigate(`/admin/pages/edit/${page.id}`, options);
  };
}

export function usePageSave(store: PageStore, options: Options) {
  const { getState, dispatch } = store;
  const { placeholders } = options;
  const finish = useFinish(store, options);

  async function normalizeAddress(): Promise<void> {
    const typed = getState().form.slug;
    const slug = await toSlug(typed || getState().form.title);
    if (slug !== typed && getState().form.slug === typed)
      dispatch({ type: 'change', fields: { slug } });
  }

  async function send(over: PageBaseline): Promise<void> {
    await normalizeAddress();
    const { form: sent } = getState();
    // An image may have been dropped while the code that makes addresses was loading.
    if (placeholders.hasPending(sent.content)) return;
    const result = await sendPage(sent, over);
    if ('page' in result) {
      void refreshSite();
      return finish(result.page, sent);
    }
    const { error, theirs } = result;
    dispatch({ type: 'save-failed', failure: explainFailure(error), theirs });
    if (!theirs) alertFailure(PAGE_ALERTS.save, error);
  }

  async function save(over: PageBaseline = getState().baseline): Promise<void> {
    const { form, saving } = getState();
    if (saving || placeholders.hasPending(form.content)) return;
    dispatch({ type: 'start-save' });
    await send(over).finally(() => dispatch({ type: 'end-save' }));
  }

  return {
    save: () => save(),
    normalizeAddress,
    /** Over what was saved elsewhere, of which the fields stay that were not changed here. */
    async saveMine(): Promise<void> {
      const { theirs, baseline, form } = getState();
      if (!theirs) return;
      const over = pageBaseline(theirs);
      dispatch({ type: 'change', fields: mergePageForms(baseline.form, form, over.form) });
      await save(over);
    },
    /** After the page was deleted elsewhere. */
    saveAsNew: () => save(pageBaseline(null)),
  };
}
