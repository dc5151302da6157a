import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';

type Details = HTMLDetailsElement;

export function closeOnEscape({ key, currentTarget }: KeyboardEvent<Details>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus({ preventScroll: true });
}

/** Closes an element that covers others as soon as something outside it is pressed or focused. */
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

export function usePressOutside(
  elements: readonly RefObject<Element | null>[],
  onPress: () => void,
): void {
  const press = useEffectEvent(({ target }: Event) => {
    if (!elements.some(({ current }) => current?.contains(target as Node))) onPress();
  });
  useEffect(() => {
    const listener = (event: Event) => press(event);
    document.addEventListener('pointerdown', listener);
    return () => document.removeEventListener('pointerdown', listener);
  }, []);
}
