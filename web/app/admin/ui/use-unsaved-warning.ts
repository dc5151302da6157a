import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

const DRAFT_SAVED = ' What you wrote is kept on this device and offered again.';

/** After that, the person decides. */
const LONGEST_WAIT_MS = 5_000;

/** A navigation that only replaces the URL. */
export function isStaying({ state }: Location): boolean {
  return Boolean((state as { stay?: boolean } | null)?.stay);
}

type Options = {
  /** Asked if it cannot be sent. */
  readonly question: string;
  /** Whether something would be lost, or be on this device only. */
  readonly isUnsent: () => boolean;
  /** Sends it if that is possible. */
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
 * Sends unsent work before leaving, and asks if that is not possible; not on the way to the login
 * page if there is a local draft.
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
