import { useEffect, useRef, useState } from 'react';
import { claimWork, forgetWork, type KeptWork, keepWork, newWorkKey } from './journal.ts';
import type { PostForm } from './post-form.ts';

export type JournalState = 'nothing' | 'keeping' | 'kept' | 'impossible';

/** Writes one thing after the other, and of what waits only the latest. */
function createWriter(key: string) {
  let waiting: KeptWork | null | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (waiting !== undefined) {
        const work = waiting;
        waiting = undefined;
        await (work ? keepWork(work) : forgetWork(key));
      }
    } finally {
      running = undefined;
    }
  }

  return function write(work: KeptWork | null): Promise<void> {
    waiting = work;
    running ??= run();
    return running;
  };
}

type Work = { postId: string | null; version: number; form: PostForm; unsaved: boolean };

/** Keeps unsaved work in the browser as it is typed, and forgets it once it is saved. */
export function useJournal({ postId, version, form, unsaved }: Work): JournalState {
  const [key] = useState(newWorkKey);
  const [write] = useState(() => createWriter(key));
  const [state, setState] = useState<JournalState>('nothing');
  const written = useRef(false);

  useEffect(() => claimWork(key), [key]);

  useEffect(() => {
    if (!unsaved && !written.current) return;
    written.current = true;
    let current = true;
    const work = unsaved ? { key, postId, version, form, keptAt: Date.now() } : null;
    setState(unsaved ? 'keeping' : 'nothing');
    write(work).then(
      () => current && setState(unsaved ? 'kept' : 'nothing'),
      (error) => {
        console.error(error);
        if (current) setState('impossible');
      },
    );
    return () => {
      current = false;
    };
  }, [key, write, postId, version, form, unsaved]);

  return state;
}
