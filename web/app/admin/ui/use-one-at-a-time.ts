import { useRef, useState } from 'react';
import { alertFailure } from './alerts.ts';

/** Runs an action unless another one is running; what fails is said. */
export function useOneAtATime() {
  const [isBusy, setBusy] = useState(false);
  /** The same: a function in a message is older than the last render. */
  const isRunning = useRef(false);

  async function run(failure: string, action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      alertFailure(failure, error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return { run, isBusy };
}
