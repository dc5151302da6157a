import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Submits a form that was submitted before it was hydrated (`web/inline/early-forms.ts`), and returns
 * whether it is: until then it has `data-hold`.
 */
export function useHeldSubmission(
  form: RefObject<HTMLFormElement | null>,
  submit: () => void,
): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  const submitHeld = useEffectEvent(() => {
    setIsHydrated(true);
    if (form.current?.dataset.held === undefined) return;
    delete form.current.dataset.held;
    submit();
  });
  useEffect(() => submitHeld(), []);
  return isHydrated;
}
