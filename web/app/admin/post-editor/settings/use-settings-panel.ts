import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const STORAGE_KEY = 'post-settings';

function readOpen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'closed';
  } catch {
    // Storage is forbidden.
    return true;
  }
}

function storeOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOpen ? 'open' : 'closed');
  } catch {
    // Storage is forbidden: it lasts until the editor is closed.
  }
}

/** Open at first. This browser remembers what was chosen. */
export function useSettingsPanel() {
  const [isOpen, setOpen] = useState(readOpen);
  return {
    isOpen,
    toggle(): void {
      setOpen(!isOpen);
      storeOpen(!isOpen);
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
      const { scrollPaddingBottom } = document.documentElement.style;
      const room = innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
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
