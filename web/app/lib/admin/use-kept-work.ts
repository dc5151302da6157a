import { useState } from 'react';
import { logFailure } from './alerts.ts';
import { forgetWork, type KeptWork, keepWork, newKey } from './journal.ts';
import type { Work } from './use-journal.ts';

const IMPOSSIBLE =
  'This browser could not put aside what is in the form, so nothing was changed. Please save it first.';

type Form = {
  /** What is in the form and not saved. */
  readonly current: Work | null;
  /** Puts kept work into the form; resolves when the form's own journal has it. */
  readonly take: (work: KeptWork) => Promise<void>;
};

/** What the browser has kept of this post, and the ways in and out of it. */
export function useKeptWork(initial: readonly KeptWork[], { current, take }: Form) {
  const [entries, setEntries] = useState(initial);

  function offerNoLonger(work: KeptWork): void {
    setEntries((now) => now.filter(({ key }) => key !== work.key));
  }

  async function discard(work: KeptWork): Promise<void> {
    await forgetWork(work.key);
    offerNoLonger(work);
  }

  /** Keeps what is in the form, to be offered again like anything else; false where it cannot be. */
  async function putAside(): Promise<boolean> {
    if (!current) return true;
    const work = { ...current, key: newKey(), keptAt: Date.now() };
    try {
      await keepWork(work);
    } catch (error) {
      console.error(error);
      window.alert(IMPOSSIBLE);
      return false;
    }
    setEntries((now) => [work, ...now]);
    return true;
  }

  async function restore(work: KeptWork): Promise<void> {
    if (!(await putAside())) return;
    const taken = take(work);
    offerNoLonger(work);
    await taken;
    await forgetWork(work.key);
  }

  return {
    entries,
    putAside,
    discard: (work: KeptWork) => void discard(work).catch(console.error),
    restore: (work: KeptWork) => void restore(work).catch(logFailure),
  };
}
