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

/** What became of the latest work that was to be kept. */
type Outcome = { readonly work: Work | null; readonly state: JournalState };

/** Keeps unsaved work in the browser as it is typed; null means that there is none. */
export function useJournal(unsaved: Work | null) {
  const [entry] = useState(createEntry);
  const [outcome, setOutcome] = useState<Outcome>({ work: null, state: 'nothing' });

  useEffect(() => claimWork(entry.key), [entry]);

  useEffect(() => {
    let current = true;
    const tell = (state: JournalState) => current && setOutcome({ work: unsaved, state });
    (unsaved ? entry.keep(unsaved) : entry.forget()).then(
      () => tell(unsaved ? 'kept' : 'nothing'),
      (error) => {
        console.error(error);
        tell('impossible');
      },
    );
    return () => {
      current = false;
    };
  }, [entry, unsaved]);

  // Not told by the effect: one more render after each key would be one too many for React when
  // keys follow each other faster than a page is rendered.
  const pending = unsaved ? 'keeping' : 'nothing';
  const state = outcome.work === unsaved ? outcome.state : pending;

  return { state, keep: entry.keep, forget: entry.forget };
}
