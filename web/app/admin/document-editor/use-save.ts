import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import type { Placeholders } from '../content/pictures/placeholders.ts';
import { isSameForm } from '../post-form/forms.ts';
import { toSlug } from '../post-form/to-slug.ts';
import { alertFailure } from '../ui/alerts.ts';
import { editorAddress } from './addresses.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { Autosave } from './drafts/autosave.ts';
import { newKey } from './drafts/draft-store.ts';
import { applyKind, type Baseline, baselineOf, type SaveKind } from './editor-state.ts';
import { explainFailure } from './save-failure.ts';
import type { EditorStore } from './use-document-editor.ts';
import { noticeState } from './working-copy-notice.ts';

type Options = {
  readonly placeholders: Placeholders;
  readonly autosave: Autosave;
  readonly deleteDraft: () => Promise<void>;
  readonly allowLeaving: () => void;
};

/** False after unmounting: what was awaited must not show or navigate then. */
function useMounted(): Readonly<RefObject<boolean>> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

function useFinish<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  options: Options,
) {
  const navigate = useNavigate();
  const mounted = useMounted();

  return async function finish(document: T['document'], sent: T['form']): Promise<void> {
    // If something was typed during the save, the draft is still needed.
    const isUnchanged = isSameForm(getState().form, sent);
    if (isUnchanged) await options.deleteDraft().catch(console.error);
    if (!mounted.current) return;
    const { kind, baseline } = getState();
    const next = kind.afterSave(document);
    const isLeaving = isUnchanged && next !== null;
    const isOther = document.id !== baseline.document?.id;
    dispatch({ type: 'saved', document, sent, at: new Date(), isLeaving });
    if (isLeaving) {
      options.allowLeaving();
      navigate(next.to, { state: next.state });
    } else if (isOther) {
      // Changes the URL for a reload without remounting the editor.
      const state = { stay: true };
      const address = editorAddress(kind.name, document.id);
      navigate(address, { replace: true, preventScrollReset: true, state });
    }
  };
}

/** Leads to the list, which says what was kept, and has it. */
function useClose<T extends DocumentTypes>({ getState }: EditorStore<T>) {
  const navigate = useNavigate();
  const mounted = useMounted();
  return function close(): void {
    if (!mounted.current) return;
    const { kind, baseline } = getState();
    const saved = baseline.document && kind.afterSave(baseline.document);
    navigate(saved?.to ?? kind.texts.back.to(), { state: noticeState(getState()) });
  };
}

export function useSave<T extends DocumentTypes>(store: EditorStore<T>, options: Options) {
  const { getState, dispatch } = store;
  const { placeholders } = options;
  const { language: siteLanguage } = useSite();
  const { kind: documentKind } = getState();
  const finish = useFinish(store, options);
  const close = useClose(store);

  async function normalizeSlug(): Promise<void> {
    const { form } = getState();
    const language = documentKind.slugLanguage?.(form, siteLanguage);
    const slug = await toSlug(documentKind.slugSource(form), language);
    if (slug !== form.slug && getState().form.slug === form.slug)
      dispatch({ type: 'change', fields: { slug } as Partial<T['form']> });
  }

  async function send(kind: SaveKind, over: Baseline<T>): Promise<void> {
    // If both ran at once, the server might keep the working copy that this save makes obsolete.
    await Promise.all([normalizeSlug(), options.autosave.settle()]);
    const { form: sent, creationKey, copy } = getState();
    // An image may have been dropped while the slug code was loading.
    if (placeholders.hasPending(sent.content)) return;
    const form = applyKind(documentKind, sent, kind);
    const result = await documentKind.send(form, over, { creationKey, copy });
    if ('document' in result) return finish(result.document, sent);
    const failure = explainFailure(result.error);
    dispatch({ type: 'save-failed', ...result, failure, kind, newKey: newKey() });
    if (!result.theirs) alertFailure(documentKind.texts.saveFailed, result.error);
  }

  async function save(kind: SaveKind, over: Baseline<T> = getState().baseline): Promise<void> {
    const { form, saving, uploads } = getState();
    if (saving || uploads > 0 || placeholders.hasPending(form.content)) return;
    dispatch({ type: 'start-save', kind });
    await send(kind, over).finally(() => dispatch({ type: 'end-save' }));
  }

  /** Leaves the document unchanged, and needs no valid form. */
  async function saveCopy(): Promise<void> {
    const outcome = await options.autosave.flush();
    if (outcome === 'done') dispatch({ type: 'copy-saved' });
    if (getState().conflict) dispatch({ type: 'open-conflict' });
  }

  /** Changes nothing public. The editor stays open if the write fails. */
  async function keepPrivate(): Promise<void> {
    const { form, saving, uploads } = getState();
    if (saving || uploads > 0 || placeholders.hasPending(form.content)) return;
    dispatch({ type: 'start-save', kind: 'keep' });
    const outcome = await options.autosave.flush();
    dispatch({ type: 'end-save' });
    if (outcome === 'done') return close();
    dispatch({ type: 'not-closed' });
    if (getState().conflict) dispatch({ type: 'open-conflict' });
  }

  async function saveMerged(): Promise<void> {
    const { conflict, saving } = getState();
    if (!conflict || saving) return;
    dispatch({ type: 'merge' });
    if (conflict.kind) await save(conflict.kind, conflict.theirs.baseline);
    else await saveCopy();
  }

  async function saveAsNew(): Promise<void> {
    const { deleted, form } = getState();
    const empty = baselineOf(documentKind, null);
    // The slug belongs to the deleted document, so the server makes a new one from the title.
    await save(deleted ?? 'save', { ...empty, form: { ...empty.form, slug: form.slug } });
  }

  return {
    save,
    saveCopy,
    keepPrivate,
    saveMerged,
    saveAsNew,
    normalizeSlug,
    openConflict: () => dispatch({ type: 'open-conflict' }),
  };
}
