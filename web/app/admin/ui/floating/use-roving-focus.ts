import { type KeyboardEvent, useRef, useState } from 'react';

/** Only one button is in the tab order; arrow keys lead to the others, and wrap around in a toolbar. */
export function useRovingFocus<Group extends HTMLElement = HTMLDivElement>(isGrid = false) {
  const group = useRef<Group>(null);
  const [stop, setStop] = useState(0);

  function buttons(): HTMLButtonElement[] {
    return [...(group.current?.querySelectorAll('button') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Some buttons are hidden at this width.
    const shown = buttons().filter((button) => button.offsetParent !== null);
    const now = shown.indexOf(document.activeElement as HTMLButtonElement);
    const columns = shown.filter(({ offsetTop }) => offsetTop === shown[0]?.offsetTop).length;
    const next = new Map([
      ['ArrowRight', now + 1],
      ['ArrowLeft', now - 1],
      ['Home', 0],
      ['End', shown.length - 1],
      [isGrid && 'ArrowDown', now + columns],
      [isGrid && 'ArrowUp', now - columns],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    (isGrid ? shown[next] : shown.at(next % shown.length))?.focus();
  }

  return {
    props: {
      ref: group,
      onKeyDown,
      onFocus: () => setStop(buttons().indexOf(document.activeElement as HTMLButtonElement)),
    },
    /** The last one also stands in for those that no longer fit. */
    tabIndexOf: (index: number, isLast = false) =>
      index === stop || (isLast && stop > index) ? 0 : -1,
    focus(index = stop): void {
      const shown = buttons().filter((button) => button.offsetParent !== null);
      shown[Math.min(index, shown.length - 1)]?.focus();
    },
  } as const;
}
