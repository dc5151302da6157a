import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { readStored, store } from '../../ui/browser-storage.ts';

const STORAGE_KEY = 'post-settings';

/** Open at first. This browser remembers what was chosen. */
export function useSettingsPanel() {
  const [isOpen, setOpen] = useState(() => readStored(STORAGE_KEY) !== 'closed');
  return {
    isOpen,
    toggle(): void {
      setOpen(!isOpen);
      store(STORAGE_KEY, isOpen ? 'closed' : 'open');
    },
    /** At once, for a field that is about to get the focus. Not remembered. */
    show: () => flushSync(() => setOpen(true)),
  };
}

const MARGIN_PX = 12;

/** A sticky panel that is higher than the window stops with its end in view. */
export function useStickyTop(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const update = () => {
      const bar = document.documentElement.style.getPropertyValue('--bar');
      const room = innerHeight - (Number.parseFloat(bar) || 0);
      const top = Math.min(MARGIN_PX, room - element.offsetHeight - MARGIN_PX);
      element.style.top = `${top}px`;
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
    };
  }, [panel]);
}
