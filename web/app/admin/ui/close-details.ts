import { type KeyboardEvent, type RefObject, useEffect } from 'react';

type Details = HTMLDetailsElement;

export function closeOnEscape({ key, currentTarget }: KeyboardEvent<Details>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus({ preventScroll: true });
}

/** Closes what is over other things when one of those is pressed or gets the focus. */
export function useCloseOutside(details: RefObject<Details | null>): void {
  useEffect(() => {
    const close = ({ target }: Event) => {
      const element = details.current;
      if (element?.open && target instanceof Node && !element.contains(target))
        element.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [details]);
}
