import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './text-tools.ts';

/** Ctrl+S, or Cmd+S. */
export function useSaveShortcut(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed({ key: 'S' }, event)) return;
    event.preventDefault();
    if (!event.repeat) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
