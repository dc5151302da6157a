import { type FocusEvent, useEffect, useState } from 'react';
import { useRootAttribute } from '../ui/use-root-attribute.ts';

/** More than a browser's own bars take when they come back. */
const LEAST_KEYBOARD_PX = 150;

/** An on-screen keyboard covers the page, but does not resize it. */
function watchKeyboard(): (() => void) | undefined {
  const { visualViewport: seen } = window;
  if (!seen) return;
  const { documentElement: root } = document;
  const update = () => {
    const isOpen = innerHeight - seen.height * seen.scale > LEAST_KEYBOARD_PX;
    const height = isOpen ? Math.max(0, innerHeight - seen.offsetTop - seen.height) : 0;
    root.toggleAttribute('data-keyboard', isOpen);
    root.style.setProperty('--keyboard', `${Math.round(height)}px`);
  };
  update();
  seen.addEventListener('resize', update);
  seen.addEventListener('scroll', update);
  return () => {
    seen.removeEventListener('resize', update);
    seen.removeEventListener('scroll', update);
    root.removeAttribute('data-keyboard');
    root.style.removeProperty('--keyboard');
  };
}

/** The text or its tools, but not the views. */
function isOfText(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest('[data-text]') !== null;
}

/** A phone shows the tools while the focus is in the text, above its keyboard. */
export function useWriting() {
  const [isWriting, setWriting] = useState(false);
  useRootAttribute('data-writing', isWriting);
  useEffect(watchKeyboard, []);
  return {
    onFocus: ({ target }: FocusEvent) => setWriting(isOfText(target)),
    onBlur({ relatedTarget }: FocusEvent): void {
      if (!isOfText(relatedTarget)) setWriting(false);
    },
  };
}
