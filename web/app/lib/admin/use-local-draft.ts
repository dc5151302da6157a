import { useEffect, useState } from 'react';
import {
  deleteLocalDraft,
  type LocalDraft,
  lockLocalDraft,
  newKey,
  saveLocalDraft,
} from './local-drafts.ts';

type LocalDraftState = 'nothing' | 'keeping' | 'kept' | 'impossible';
export type UnsavedWork = Omit<LocalDraft, 'key' | 'keptAt'>;

/** The local draft of one editor: one write after the other, and of those that wait only the latest. */
function createDraft() {
  const key = newKey();
  let waiting: LocalDraft | null | undefined;
  let running: Promise<void> | undefined;
  let written = false;

  async function run(): Promise<void> {
    let failure: unknown;
    while (waiting !== undefined) {
      const work = waiting;
      waiting = undefined;
      failure = undefined;
      await (work ? saveLocalDraft(work) : deleteLocalDraft(key)).catch((error) => {
        failure = error;
      });
    }
    running = undefined;
    if (failure) throw failure;
  }

  async function write(work: LocalDraft | null): Promise<void> {
    waiting = work;
    running ??= run();
    await running;
  }

  return {
    key,
    save(work: UnsavedWork): Promise<void> {
      written = true;
      return write({ ...work, key, keptAt: Date.now() });
    },
    async delete(): Promise<void> {
      if (written) await write(null);
    },
  };
}

/** Stores unsaved work in the browser as it is typed; null means that there is none. */
export function useLocalDraft(unsaved: UnsavedWork | null) {
  const [draft] = useState(createDraft);
  const [outcome, setOutcome] = useState<{ work: UnsavedWork | null; state: LocalDraftState }>({
    work: null,
    state: 'nothing',
  });

  useEffect(() => lockLocalDraft(draft.key), [draft]);

  useEffect(() => {
    let current = true;
    const tell = (state: LocalDraftState) => current && setOutcome({ work: unsaved, state });
    (unsaved ? draft.save(unsaved) : draft.delete()).then(
      () => tell(unsaved ? 'kept' : 'nothing'),
      (error) => {
        console.error(error);
        tell('impossible');
      },
    );
    return () => {
      current = false;
    };
  }, [draft, unsaved]);

  // Not told by the effect: one more render after each key would be one too many for React when
  // keys follow each other faster than a page is rendered.
  const pending = unsaved ? 'keeping' : 'nothing';
  const state = outcome.work === unsaved ? outcome.state : pending;

  return { state, save: draft.save, delete: draft.delete };
}
