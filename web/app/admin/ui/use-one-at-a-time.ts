import { useRef, useState } from 'react';
import { alertFailure } from './alerts.ts';

const sameSentence = (failure: string) => failure;

/**
 * Runs an action unless another one with this key is running. If it fails, an alert says the sentence, to which
 * `explain` can add.
 */
export function useOneAtATime(explain: (failure: string, error: unknown) => string = sameSentence) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  /** A ref as well, because a function in a message is older than the last render. */
  const running = useRef(new Set<string>());

  async function run(failure: string, action: () => Promise<void>, key = ''): Promise<void> {
    if (running.current.has(key)) return;
    running.current.add(key);
    setBusy(new Set(running.current));
    try {
      await action();
    } catch (error) {
      alertFailure(explain(failure, error), error);
    } finally {
      running.current.delete(key);
      setBusy(new Set(running.current));
    }
  }

  return { run, busy, isBusy: busy.size > 0 };
}
