import { useEffect, useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

const QUESTION = 'You have unsaved changes. Leave anyway?';
const DRAFT_SAVED = ' What you wrote is kept in this browser and offered again.';

/** A navigation that only replaces the URL. */
export function isStaying({ state }: Location): boolean {
  return Boolean((state as { stay?: boolean } | null)?.stay);
}

/** Asks before leaving with unsaved work; not on the way to the login page if there is a local draft. */
export function useUnsavedWarning(unsaved: boolean, hasLocalDraft: boolean): { allow: () => void } {
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !allowed.current &&
      !(hasLocalDraft && nextLocation.pathname === '/login') &&
      !isStaying(nextLocation) &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(hasLocalDraft ? QUESTION + DRAFT_SAVED : QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker, hasLocalDraft]);

  useBeforeUnload((event) => {
    if (unsaved && !allowed.current) event.preventDefault();
  });

  return {
    allow: () => {
      allowed.current = true;
    },
  };
}
