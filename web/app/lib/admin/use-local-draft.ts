import { useEffect, useState } from 'react';
import { type DraftStore, lockDraft, newKey, type StoredDraft } from './draft-store.ts';
import type { LocalDraft } from './local-drafts.ts';

type LocalDraftState = 'none' | 'saving' | 'saved' | 'failed';
type Unsaved<Draft> = Omit<Draft, keyof StoredDraft>;
export type UnsavedWork = Unsaved<LocalDraft>;

/** The local draft of one editor. Writes run one at a time; of the waiting ones only the latest is done. */
function createDraft<Draft extends StoredDraft>(store: DraftStore<Draft>) {
  const key = newKey();
  let next: Draft | null | undefined;
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

  async function write(work: Draft | null): Promise<void> {
    next = work;
    running ??= run();
    await running;
  }

  return {
    key,
    save(work: Unsaved<Draft>): Promise<void> {
      hasDraft = true;
      return write({ ...work, key, keptAt: Date.now() } as unknown as Draft);
    },
    async delete(): Promise<void> {
      if (hasDraft) await write(null);
    },
  };
}

/** Stores unsaved work in the browser while typing; null means that there is none. */
export function useLocalDraft<Draft extends StoredDraft>(
  store: DraftStore<Draft>,
  unsaved: Unsaved<Draft> | null,
) {
  const [draft] = useState(() => createDraft(store));
  const [outcome, setOutcome] = useState<{ work: Unsaved<Draft> | null; state: LocalDraftState }>({
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
