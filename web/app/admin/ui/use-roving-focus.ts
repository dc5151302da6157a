import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * One button of a toolbar or grid is in the tab order; the arrow keys lead to the others. In a
 * toolbar they go round.
 */
export function useRovingFocus<Group extends HTMLElement = HTMLDivElement>(isGrid = false) {
  const group = useRef<Group>(null);
  const [stop, setStop] = useState(0);

  function buttons(): HTMLButtonElement[] {
    return [...(group.current?.querySelectorAll('button') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Some are hidden at this width.
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
    /** For the element around the buttons. */
    props: {
      ref: group,
      onKeyDown,
      onFocus: () => setStop(buttons().indexOf(document.activeElement as HTMLButtonElement)),
    },
    tabIndexOf: (index: number) => (index === stop ? 0 : -1),
    focus: (index = stop) => buttons()[index]?.focus(),
  } as const;
}
