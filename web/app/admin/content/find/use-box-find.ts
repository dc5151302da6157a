import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Range } from '../html/html-tags.ts';
import { applyEdits } from '../html/text-edits.ts';
import type { TextField } from '../html/text-field.ts';
import type { Mirror } from '../html/text-mirror.ts';
import { showCaretInField } from '../html/use-caret-in-view.ts';
import type { Placeholders } from '../pictures/placeholders.ts';
import type { FindTarget } from './find-matches.ts';
import { findMatches } from './find-matches.ts';

type Box = {
  readonly element: RefObject<HTMLTextAreaElement | null>;
  readonly field: TextField;
  readonly mirror: () => Mirror | null;
  readonly placeholders: Pick<Placeholders, 'isPending'>;
};

/** Placeholders of uploads are comments, which must stay as they are. */
function placeholdersIn(text: string, { isPending }: Box['placeholders']): Range[] {
  return [...text.matchAll(/<!--[\s\S]*?-->/g)]
    .filter(([comment]) => isPending(comment))
    .map(({ index, 0: comment }) => ({ from: index, to: index + comment.length }));
}

type Mark = { left: number; top: number; width: number; height: number };

/** The box shows no selection without the focus, so the visible lines of a match are marked. */
function marksOf(field: HTMLTextAreaElement, mirror: Mirror, match: Range): Mark[] {
  const box = field.getBoundingClientRect();
  const origin = field.offsetParent?.getBoundingClientRect() ?? box;
  return mirror
    .linesOf(match)
    .filter(({ top, height }) => top + height > box.top && top < box.bottom)
    .map(({ left, top, width, height }) => ({
      ...{ left: left - origin.left, top: top - origin.top },
      ...{ width, height },
    }));
}

function useMarks({ element, mirror }: Box, match: Range | null): readonly Mark[] {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const place = useEffectEvent(() => {
    const copy = mirror();
    setMarks(element.current && copy && match ? marksOf(element.current, copy, match) : []);
  });
  useLayoutEffect(() => {
    const field = element.current;
    if (!match || !field) return;
    const listener = () => place();
    listener();
    field.addEventListener('scroll', listener);
    // Other views and panels make it wider or narrower as well.
    const size = new ResizeObserver(listener);
    size.observe(field);
    return () => {
      field.removeEventListener('scroll', listener);
      size.disconnect();
    };
  }, [element, match]);
  return match ? marks : [];
}

export function useBoxFind(box: Box) {
  const { element, field, mirror, placeholders } = box;
  const [current, setCurrent] = useState<Range | null>(null);
  const target: FindTarget = {
    selection() {
      const { text, from, to } = field.current();
      return { from, to, text: text.slice(from, to) };
    },
    find(query) {
      const { text } = field.current();
      const kept = placeholdersIn(text, placeholders);
      return findMatches(text, query).filter(
        ({ from, to }) => !kept.some((other) => from < other.to && to > other.from),
      );
    },
    countElsewhere: () => 0,
    mark: (matches, index) => setCurrent(matches[index] ?? null),
    lineOf({ from }) {
      const copy = mirror();
      if (!element.current || !copy) return null;
      showCaretInField(element.current, copy, from);
      return copy.boxOf(from);
    },
    replace(matches, text) {
      const edits = matches.map((match) => ({ ...match, text }));
      field.edit(applyEdits(field.current(), edits));
    },
    select(range) {
      element.current?.focus({ preventScroll: true });
      if (range) element.current?.setSelectionRange(range.from, range.to);
    },
  };
  return { target, marks: useMarks(box, current) };
}
