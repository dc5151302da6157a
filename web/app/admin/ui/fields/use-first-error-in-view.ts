import { type RefObject, useEffect } from 'react';
import { showFirstError } from './show-first-error.ts';

/** Runs after each failed save. */
export function useFirstErrorInView(
  form: RefObject<HTMLFormElement | null>,
  failedAt: Date | undefined,
): void {
  useEffect(() => {
    if (!failedAt) return;
    // Waits until React has finished the commit.
    const timer = setTimeout(() => form.current && showFirstError(form.current));
    return () => clearTimeout(timer);
  }, [form, failedAt]);
}
