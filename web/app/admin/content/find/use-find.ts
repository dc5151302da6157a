import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Range } from '../html/html-tags.ts';
import { isPressed, type Keys } from '../html/text-tools.ts';
import type { Line } from '../scroll-to-line.ts';
import type { FindTarget } from './find-matches.ts';
import { matchAt, type Query } from './find-matches.ts';

export const FIND_KEYS: Keys = { key: 'F' };

type Options = {
  /** The view that is edited; null while it is loading. */
  readonly target: () => FindTarget | null;
  /** Any value that changes with the view or when the view is ready. */
  readonly view: string;
  readonly content: string;
  readonly showText: () => void;
  readonly scrollTo: (line: Line) => void;
};

/** Handles Ctrl+F in the form, but not in a dialog over it. */
function useFindShortcut(field: RefObject<HTMLElement | null>, open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(FIND_KEYS, event) || (event.target as Element).closest('dialog')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const form = field.current?.closest('form');
    const listener = (event: KeyboardEvent) => onKey(event);
    form?.addEventListener('keydown', listener);
    return () => form?.removeEventListener('keydown', listener);
  }, [field]);
}

function describe(count: number, index: number): string {
  return count === 0 ? 'No matches' : `${index + 1} of ${count.toLocaleString('en-US')}`;
}

/** Such matches can be changed in the HTML view. */
function describeElsewhere(count: number): string {
  return count === 0 ? '' : `, ${count.toLocaleString('en-US')} more in HTML`;
}

type Found = {
  readonly elsewhere: number;
  readonly matches: readonly Range[];
  readonly query: Query | null;
  readonly position: number;
};

const NOTHING: Found = { elsewhere: 0, matches: [], query: null, position: 0 };

export function useFind(field: RefObject<HTMLElement | null>, options: Options) {
  const { target, view, content, showText, scrollTo } = options;
  /** Grows with every opening, which moves the focus; 0 while closed. */
  const [opening, setOpening] = useState(0);
  const [query, setQuery] = useState<Query>({ text: '', matchCase: false });
  const [replacement, setReplacement] = useState('');
  const [position, setPosition] = useState(0);
  const [done, setDone] = useState('');
  const isOpen = opening > 0;
  const [found, setFound] = useState(NOTHING);
  const search = useEffectEvent(() => {
    const matches = target()?.find(query) ?? [];
    const elsewhere = target()?.countElsewhere(query) ?? 0;
    setFound(isOpen ? { matches, elsewhere, query, position } : NOTHING);
  });
  // Not while rendering: the visual editor gets the content in a layout effect of its own, before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target has the content of the view
  useLayoutEffect(() => search(), [isOpen, query, position, content, view]);
  const { matches } = found;
  const index = matchAt(matches, found.position);
  const current = matches[index];

  const mark = useEffectEvent(() => target()?.mark(matches, index));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of it
  useLayoutEffect(() => mark(), [found]);
  const show = useEffectEvent(() => {
    const line = current && target()?.lineOf(current);
    if (line) scrollTo(line);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: not after a change of the text
  useEffect(() => show(), [found.query, found.position]);

  function open(): void {
    showText();
    const selection = target()?.selection();
    if (selection && selection.text !== '' && !/[\n\ufffc]/.test(selection.text))
      setQuery({ ...query, text: selection.text });
    if (selection && !isOpen) setPosition(selection.from);
    setDone('');
    setOpening(opening + 1);
  }
  useFindShortcut(field, open);

  function step(by: 1 | -1): void {
    const next = matches.at((index + by) % matches.length);
    setDone('');
    if (next) setPosition(next.from);
  }

  return {
    opening,
    isOpen,
    query,
    replacement,
    hasMatches: matches.length > 0,
    message:
      query.text === ''
        ? ''
        : (done || describe(matches.length, index)) + describeElsewhere(found.elsewhere),
    open,
    setReplacement,
    change(fields: Partial<Query>): void {
      setDone('');
      setQuery({ ...query, ...fields });
    },
    next: () => step(1),
    previous: () => step(-1),
    replace(): void {
      if (!current) return;
      setDone('');
      setPosition(current.from + replacement.length);
      target()?.replace([current], replacement);
    },
    replaceAll(): void {
      target()?.replace(matches, replacement);
      setDone(`${matches.length.toLocaleString('en-US')} replaced`);
    },
    close(): void {
      setOpening(0);
      target()?.mark([], -1);
      target()?.select(current ?? null);
    },
  };
}

export type Find = ReturnType<typeof useFind>;
