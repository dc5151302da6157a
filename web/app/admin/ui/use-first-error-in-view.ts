import { type RefObject, useEffect } from 'react';
import { showFirstError } from './show-first-error.ts';

/** After each save that failed. */
export function useFirstErrorInView(
  form: RefObject<HTMLFormElement | null>,
  failedAt: Date | undefined,
): void {
  useEffect(() => {
    if (!failedAt) return;
    // After React has finished the commit.
    const timer = setTimeout(() => form.current && showFirstError(form.current));
    return () => clearTimeout(timer);
  }, [form, failedAt]);
}
