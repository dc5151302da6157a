import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { addLink, isKnown, type LinkRow, moveLink } from './settings-form.ts';
import type { Settings } from './use-settings.ts';

export function nameOfLink({ label }: LinkRow): string {
  return label.trim() || 'this link';
}

/** Rows carry `data-row`, the button that adds one `data-add`. */
export function useLinkRows(settings: Settings, list: RefObject<HTMLElement | null>) {
  const [moved, setMoved] = useState('');
  const { links } = settings.form;
  const others = links.filter((row) => !isKnown(row));

  function changeAndFocus(next: readonly LinkRow[], selector: string): void {
    // What gets the focus may not be there yet.
    flushSync(() => settings.change({ links: next }));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  return {
    others,
    /** For screen readers. */
    moved,
    add(): void {
      const next = addLink(links);
      changeAndFocus(next, `[data-row="${next.at(-1)?.key}"] input`);
    },
    remove(row: LinkRow): void {
      const after = others[others.indexOf(row) + 1];
      const next = links.filter(({ key }) => key !== row.key);
      changeAndFocus(next, after ? `[data-row="${after.key}"] input` : '[data-add]');
    },
    move(row: LinkRow, by: -1 | 1): void {
      const next = moveLink(links, row.key, by);
      if (next === links) return;
      settings.change({ links: next });
      setMoved(`${nameOfLink(row)}: now ${others.indexOf(row) + by + 1} of ${others.length}.`);
    },
  };
}

export type LinkRows = ReturnType<typeof useLinkRows>;
