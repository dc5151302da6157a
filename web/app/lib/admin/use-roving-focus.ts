import { type KeyboardEvent, useRef, useState } from 'react';

/** One button of the toolbar is in the tab order; the arrow keys lead to the others. */
export function useRovingFocus() {
  const toolbar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);

  function buttons(): HTMLButtonElement[] {
    return [...(toolbar.current?.querySelectorAll('button') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Some are hidden at this width.
    const shown = buttons().filter((button) => button.offsetParent !== null);
    const now = shown.indexOf(document.activeElement as HTMLButtonElement);
    const next = new Map([
      ['ArrowRight', now + 1],
      ['ArrowLeft', now - 1],
      ['Home', 0],
      ['End', -1],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    shown.at(next % shown.length)?.focus();
  }

  return {
    /** For the element with the role `toolbar`. */
    props: {
      ref: toolbar,
      onKeyDown,
      onFocus: () => setStop(buttons().indexOf(document.activeElement as HTMLButtonElement)),
    },
    tabIndexOf: (index: number) => (index === stop ? 0 : -1),
    focus: () => buttons()[stop]?.focus(),
  } as const;
}
