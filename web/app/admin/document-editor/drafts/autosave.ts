import { useEffect, useState } from 'react';
import type { Placeholders } from '../../content/pictures/placeholders.ts';
import type { DocumentTypes } from '../document-kind.ts';
import type { EditorStore } from '../use-document-editor.ts';
import { createCopyWriter } from './write-copy.ts';

/** After `retry` the same write may succeed later; after `stop` it waits for a change or a decision. */
export type WriteOutcome = 'done' | 'retry' | 'stop';

/** How long a write waits after the last change. */
export const PAUSE_MS = 2_000;
/** How long typing without a pause can delay a write. */
export const MAX_DELAY_MS = 10_000;
/** The waiting times after one, two, and three or more failures. */
export const RETRY_MS = [3_000, 10_000, 30_000] as const;

/** Writes run one at a time; changes made meanwhile go into the next one. */
export function createAutosave(write: (isLeaving: boolean) => Promise<WriteOutcome>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<WriteOutcome> | undefined;
  /** When the first change was made that is in no write yet. */
  let changedAt: number | undefined;
  let failures = 0;

  function runIn(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  function schedule(): void {
    if (running || changedAt === undefined) return;
    runIn(Math.max(0, Math.min(PAUSE_MS, changedAt + MAX_DELAY_MS - Date.now())));
  }

  async function attempt(isLeaving: boolean): Promise<WriteOutcome> {
    try {
      return await write(isLeaving);
    } catch (error) {
      console.error(error);
      return 'retry';
    }
  }

  async function run(isLeaving: boolean): Promise<WriteOutcome> {
    clearTimeout(timer);
    changedAt = undefined;
    const outcome = await attempt(isLeaving);
    running = undefined;
    failures = outcome === 'retry' ? failures + 1 : 0;
    if (outcome === 'retry') runIn(RETRY_MS[failures - 1] ?? RETRY_MS[RETRY_MS.length - 1] ?? 0);
    else schedule();
    return outcome;
  }

  async function settle(): Promise<void> {
    while (running) await running;
  }

  /** Starts synchronously if no write is running, so that a closing page can do it. */
  async function flush(isLeaving = false): Promise<WriteOutcome> {
    // Why not settle(): of two callers that wait, the second must see that the first has begun.
    while (running) await running;
    running = run(isLeaving);
    return running;
  }

  return {
    /** Call it after each change: it costs no more than a timer. */
    changed(): void {
      changedAt ??= Date.now();
      // The time of the next attempt is fixed, however much is typed.
      if (failures === 0) schedule();
    },
    flush,
    settle,
    stop: () => clearTimeout(timer),
  };
}

export type Autosave = ReturnType<typeof createAutosave>;

/** Writes while typing and on leaving, and goes on when the connection is back. */
export function useAutosave<T extends DocumentTypes>(
  store: EditorStore<T>,
  placeholders: Placeholders,
): Autosave {
  const [autosave] = useState(() => createAutosave(createCopyWriter(store, placeholders)));

  useEffect(() => {
    const retry = () => {
      if (store.getState().writeFailure) void autosave.flush();
    };
    const goOnline = () => {
      store.dispatch({ type: 'online' });
      retry();
    };
    const leave = () => {
      if (document.visibilityState === 'hidden') void autosave.flush(true);
    };
    const leavePage = () => void autosave.flush(true);
    window.addEventListener('online', goOnline);
    // Another tab may have logged in again.
    window.addEventListener('storage', retry);
    window.addEventListener('pagehide', leavePage);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('online', goOnline);
      window.removeEventListener('storage', retry);
      window.removeEventListener('pagehide', leavePage);
      document.removeEventListener('visibilitychange', leave);
      autosave.stop();
    };
  }, [autosave, store]);

  return autosave;
}
