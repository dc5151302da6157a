import { useState } from 'react';
import type { Box } from '../../ui/floating-place.ts';
import type { TextField } from './text-field.ts';
import { addressAt, answerLink, removeLink } from './text-links.ts';
import type { Mirror } from './text-mirror.ts';

/** The question for the address of a link in the box. */
export function useLinkQuestion(field: TextField, mirror: () => Mirror | null, focus: () => void) {
  const [asked, setAsked] = useState<{ readonly current: string | null } | null>(null);

  function close(): void {
    setAsked(null);
    focus();
  }

  return {
    ask: () => setAsked({ current: addressAt(field.current()) }),
    question: asked && {
      ...asked,
      anchor(): Box | null {
        const { from, to } = field.current();
        const [start, end] = [mirror()?.boxOf(from), mirror()?.boxOf(to)];
        return start && end
          ? { left: start.left, right: start.left, top: start.top, bottom: end.bottom }
          : null;
      },
      onAnswer(address: string, words: string): string | null {
        const now = field.current();
        const next = answerLink(now, address, words);
        if ('error' in next) return next.error;
        close();
        if (next !== now) field.edit(next);
        return null;
      },
      onRemove(): void {
        close();
        field.edit(removeLink(field.current()));
      },
      onCancel: close,
      onLeave: () => setAsked(null),
    },
  };
}
