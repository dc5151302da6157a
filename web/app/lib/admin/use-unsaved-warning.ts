import { useEffect, useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

const QUESTION = 'You have unsaved changes. Leave anyway?';
const KEPT = ' What you wrote is kept in this browser and offered again.';

/** A navigation that only replaces the address: the page on the screen stays. */
export function isStaying({ state }: Location): boolean {
  return Boolean((state as { stay?: boolean } | null)?.stay);
}

/** Asks before unsaved work is left; not on the way to the login, if the work is kept. */
export function useUnsavedWarning(unsaved: boolean, kept: boolean): { allow: () => void } {
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !allowed.current &&
      !(kept && nextLocation.pathname === '/login') &&
      !isStaying(nextLocation) &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(kept ? QUESTION + KEPT : QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker, kept]);

  useBeforeUnload((event) => {
    if (unsaved && !allowed.current) event.preventDefault();
  });

  return {
    allow: () => {
      allowed.current = true;
    },
  };
}
