import { useEffect, useState } from 'react';
import { lockDraft, newKey, type StoredDraft } from './draft-store.ts';
import type { LocalDraft, LocalDrafts } from './local-drafts.ts';

type LocalDraftState = 'none' | 'saving' | 'saved' | 'failed';
export type UnsavedWork<Form> = Omit<LocalDraft<Form>, keyof StoredDraft>;

/** The local draft of one editor. Writes run one at a time; of the waiting ones only the latest is done. */
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

/** Stores unsaved work in the browser while typing; null means that there is none. */
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
