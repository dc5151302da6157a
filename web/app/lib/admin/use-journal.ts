import { useEffect, useRef, useState } from 'react';
import { claimWork, forgetWork, type KeptWork, keepWork, newWorkKey } from './journal.ts';

export type JournalState = 'nothing' | 'keeping' | 'kept' | 'impossible';

/** Writes one thing after the other, and of what waits only the latest. */
function createWriter(key: string) {
  let waiting: KeptWork | null | undefined;
  let running: Promise<void> | undefined;

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

  return function write(work: KeptWork | null): Promise<void> {
    waiting = work;
    running ??= run();
    return running;
  };
}

export type Work = Pick<KeptWork, 'postId' | 'version' | 'form'>;

/** Keeps unsaved work in the browser as it is typed; null means that there is none. */
export function useJournal(unsaved: Work | null) {
  const [key] = useState(newWorkKey);
  const [write] = useState(() => createWriter(key));
  const [state, setState] = useState<JournalState>('nothing');
  const written = useRef(false);
  const { postId, version, form } = unsaved ?? {};

  function keep(work: Work): Promise<void> {
    written.current = true;
    return write({ ...work, key, keptAt: Date.now() });
  }

  useEffect(() => claimWork(key), [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: keep is new at every render, and the same
  useEffect(() => {
    const work =
      postId === undefined || version === undefined || !form ? null : { postId, version, form };
    if (!work && !written.current) return;
    let current = true;
    setState(work ? 'keeping' : 'nothing');
    (work ? keep(work) : write(null)).then(
      () => current && setState(work ? 'kept' : 'nothing'),
      (error) => {
        console.error(error);
        if (current) setState('impossible');
      },
    );
    return () => {
      current = false;
    };
  }, [write, postId, version, form]);

  return { state, keep, forget: () => write(null) };
}
