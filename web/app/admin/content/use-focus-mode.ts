import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FOCUS_MODE } from './scroll-to-line.ts';

/** Nothing but title and text, until Escape. `show` moves the focus into the text and the caret into view. */
export function useFocusMode(show: () => void) {
  const [isOn, setOn] = useState(false);
  // On the root, because the site's header is hidden as well.
  useLayoutEffect(() => {
    if (!isOn) return;
    document.documentElement.setAttribute(FOCUS_MODE, '');
    return () => document.documentElement.removeAttribute(FOCUS_MODE);
  }, [isOn]);

  function turn(next: boolean): void {
    flushSync(() => setOn(next));
    show();
  }

  function end(): void {
    if (isOn) turn(false);
  }

  const onKey = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) end();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);

  return { isOn, end, toggle: () => turn(!isOn) };
}
