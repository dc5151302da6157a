import { useEffect, useState } from 'react';
import { claimWork, forgetWork, type KeptWork, keepWork, newKey } from './journal.ts';

export type JournalState = 'nothing' | 'keeping' | 'kept' | 'impossible';
export type Work = Pick<KeptWork, 'postId' | 'version' | 'form' | 'creationKey'>;

/** The entry of one editor: written one thing after the other, and of what waits only the latest. */
function createEntry() {
  const key = newKey();
  let waiting: KeptWork | null | undefined;
  let running: Promise<void> | undefined;
  let written = false;

  async function run(): Promise<void> {
    let failure: unknown;
    while (waiting !== undefined) {
      const work = waiting;
      waiting = undefined;
      failure = undefined;
      await (work ? keepWork(work) : forgetWork(key)).catch((error) => {
        failure = error;
      });
    }
    running = undefined;
    if (failure) throw failure;
  }

  async function write(work: KeptWork | null): Promise<void> {
    waiting = work;
    running ??= run();
    await running;
  }

  return {
    key,
    keep(work: Work): Promise<void> {
      written = true;
      return write({ ...work, key, keptAt: Date.now() });
    },
    async forget(): Promise<void> {
      if (written) await write(null);
    },
  };
}

/** Keeps unsaved work in the browser as it is typed; null means that there is none. */
export function useJournal(unsaved: Work | null) {
  const [entry] = useState(createEntry);
  const [state, setState] = useState<JournalState>('nothing');

  useEffect(() => claimWork(entry.key), [entry]);

  useEffect(() => {
    let current = true;
    setState(unsaved ? 'keeping' : 'nothing');
    (unsaved ? entry.keep(unsaved) : entry.forget()).then(
      () => current && setState(unsaved ? 'kept' : 'nothing'),
      (error) => {
        console.error(error);
        if (current) setState('impossible');
      },
    );
    return () => {
      current = false;
    };
  }, [entry, unsaved]);

  return { state, keep: entry.keep, forget: entry.forget };
}
