import { useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';

const QUESTION =
  'You have unsaved changes. Leave anyway? What you wrote is kept in this browser and offered again.';

/** Asks before unsaved work is left, except on the way to the login: that cannot wait. */
export function useLeaveQuestion(unsaved: boolean): { allow: () => void } {
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !allowed.current &&
      nextLocation.pathname !== '/login' &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useBeforeUnload((event) => {
    if (unsaved && !allowed.current) event.preventDefault();
  });

  return {
    allow: () => {
      allowed.current = true;
    },
  };
}
