import { useEffect, useState } from 'react';
import { logFailure } from '../../ui/alerts.ts';
import type { DocumentTypes } from '../document-kind.ts';
import type { Baseline } from '../editor-state.ts';
import type { EditorStore } from '../use-document-editor.ts';
import { baselineAt, copyId, findStoredCopy, reopen } from '../working-copy.ts';
import { lockDraft, newKey, type StoredDraft } from './draft-store.ts';
import { creationKeyOf, type LocalDraft, type LocalDrafts } from './local-drafts.ts';

type LocalDraftState = 'none' | 'saving' | 'saved' | 'failed';
type UnsavedWork<Form> = Omit<LocalDraft<Form>, keyof StoredDraft>;

/** Writes run one at a time; of those that wait, only the latest is done. */
function createDraft<Form extends object>(store: LocalDrafts<Form>) {
  const key = newKey();
  let next: LocalDraft<Form> | null | undefined;
  let running: Promise<void> | undefined;
  let hasDraft = false;

  async function run(): Promise<void> {
    let failure: unknown;
    while (next !== undefined) {
      const work = next;
      next = undefined;
      failure = undefined;
      await (work ? store.save(work) : store.delete(key)).catch((error) => {
        failure = error;
      });
    }
    running = undefined;
    if (failure) throw failure;
  }

  async function write(work: LocalDraft<Form> | null): Promise<void> {
    next = work;
    running ??= run();
    await running;
  }

  return {
    key,
    save(work: UnsavedWork<Form>): Promise<void> {
      hasDraft = true;
      return write({ ...work, key, keptAt: Date.now() });
    },
    async delete(): Promise<void> {
      if (hasDraft) await write(null);
    },
  };
}

export function useLocalDraft<Form extends object>(
  store: LocalDrafts<Form>,
  unsaved: UnsavedWork<Form> | null,
) {
  const [draft] = useState(() => createDraft(store));
  const [outcome, setOutcome] = useState<{
    work: UnsavedWork<Form> | null;
    state: LocalDraftState;
  }>({
    work: null,
    state: 'none',
  });

  useEffect(() => lockDraft(draft.key), [draft]);

  useEffect(() => {
    let current = true;
    const report = (state: LocalDraftState) => current && setOutcome({ work: unsaved, state });
    (unsaved ? draft.save(unsaved) : draft.delete()).then(
      () => report(unsaved ? 'saved' : 'none'),
      (error) => {
        console.error(error);
        report('failed');
      },
    );
    return () => {
      current = false;
    };
  }, [draft, unsaved]);

  // Why not set by the effect: one more render per key is too slow when typing is faster than
  // rendering.
  const pending = unsaved ? 'saving' : 'none';
  const state = outcome.work === unsaved ? outcome.state : pending;

  return { state, save: draft.save, delete: draft.delete };
}

const NOT_STORED =
  'This browser could not keep what is in the form, so nothing was changed. Please save it first.';

/** Stores unsaved work as another local draft. Alerts and returns null if that fails. */
async function storeLocalDraft<Work extends object>(
  save: (draft: Work & StoredDraft) => Promise<unknown>,
  work: Work,
): Promise<(Work & StoredDraft) | null> {
  const draft = { ...work, key: newKey(), keptAt: Date.now(), isReplaced: true as const };
  try {
    await save(draft);
  } catch (error) {
    console.error(error);
    window.alert(NOT_STORED);
    return null;
  }
  return draft;
}

export function useLocalDraftOffer<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  unsaved: UnsavedWork<T['form']> | null,
  saveDraft: (work: UnsavedWork<T['form']>) => Promise<void>,
) {
  const { kind } = getState();

  async function discard({ key }: LocalDraft<T['form']>): Promise<void> {
    await kind.drafts.delete(key);
    dispatch({ type: 'remove-draft', key });
  }

  /** Stores the form as another local draft and offers it. Returns false if that fails. */
  async function storeFormAsDraft(): Promise<boolean> {
    if (!unsaved) return true;
    const draft = await storeLocalDraft(kind.drafts.save, unsaved);
    if (!draft) return false;
    dispatch({ type: 'offer-draft', draft });
    return true;
  }

  /** The draft may belong to another new document, which has its own working copy. */
  async function copyFor(baseline: Baseline<T>, creationKey: string) {
    const id = copyId({ baseline, creationKey });
    if (id === copyId(getState())) return getState().copy;
    return (await findStoredCopy(kind, id, baseline.form).catch(logFailure)) ?? null;
  }

  async function restore(draft: LocalDraft<T['form']>): Promise<void> {
    if (!(await storeFormAsDraft())) return;
    dispatch({ type: 'remove-draft', key: draft.key });
    const { document } = getState().baseline;
    const documentId = document?.id ?? null;
    // If the draft were saved over the current version, it would undo the changes made since.
    const baseline = document
      ? await baselineAt(kind, document, draft.version)
      : getState().baseline;
    const form =
      draft.documentId === documentId
        ? reopen(kind, draft.form, baseline)
        : { ...draft.form, slug: '' };
    const creationKey = creationKeyOf(draft);
    await saveDraft({ documentId, version: baseline.version, form, creationKey });
    const copy = await copyFor(getState().baseline, creationKey);
    dispatch({ type: 'restore-draft', form, baseline, creationKey, copy });
    await kind.drafts.delete(draft.key);
  }

  return {
    storeFormAsDraft,
    discard: (draft: LocalDraft<T['form']>) => void discard(draft).catch(console.error),
    restore: (draft: LocalDraft<T['form']>) => void restore(draft).catch(logFailure),
  };
}
