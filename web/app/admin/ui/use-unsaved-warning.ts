import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

const DRAFT_SAVED = ' Your text is kept in this browser and will be offered again.';

/** After this time, the person decides. */
const LONGEST_WAIT_MS = 5_000;

/** True if a navigation only replaces the URL. */
export function isStaying({ state }: Location): boolean {
  return Boolean((state as { stay?: boolean } | null)?.stay);
}

type Options = {
  /** Asked if sending fails. */
  readonly question: string;
  /** True if something would be lost, or would be on this device only. */
  readonly isUnsent: () => boolean;
  readonly send: () => Promise<unknown>;
  readonly hasLocalDraft: boolean;
};

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, waited]);
  clearTimeout(timer);
}

/**
 * Before leaving, sends unsent work, and asks if that fails. A local draft needs no question on the
 * way to the login page.
 */
export function useUnsavedWarning({ question, isUnsent, send, hasLocalDraft }: Options) {
  const allowed = useRef(false);
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !allowed.current &&
      !(hasLocalDraft && nextLocation.pathname === '/login') &&
      !isStaying(nextLocation) &&
      nextLocation.pathname !== currentLocation.pathname &&
      isUnsent(),
  );

  const mayLeave = useEffectEvent(
    () => !isUnsent() || window.confirm(hasLocalDraft ? question + DRAFT_SAVED : question),
  );
  const sendFirst = useEffectEvent(() => atMost(LONGEST_WAIT_MS, send()));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    setLeaving(true);
    void sendFirst().then(() => {
      if (!isCurrent) return;
      setLeaving(false);
      if (mayLeave()) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);

  useBeforeUnload((event) => {
    if (allowed.current || !isUnsent()) return;
    void send();
    event.preventDefault();
  });

  return {
    isLeaving,
    allow: () => {
      allowed.current = true;
    },
  };
}
