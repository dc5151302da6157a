import { decodeEntities, escapeAttribute } from '@longhand/contract/posts/search';
import { useState } from 'react';
import type { Box } from '../../ui/floating/floating-place.ts';
import { type Element, findElements } from './html-tags.ts';
import { parseLinkAnswer } from './link-address.ts';
import { applyEdit, replaceRange, type TextState } from './text-edits.ts';
import type { TextField } from './text-field.ts';
import type { Mirror } from './text-mirror.ts';
import { findEnclosing, isTouchedBy, removeTags, unwrap } from './wrap-in-tags.ts';

type Asked = {
  /** The address of a link that was there; null for a new one. */
  readonly current: string | null;
  readonly takeBack?: () => boolean;
};

/** The question for the address of a link in the box. The tags of a new link are there while it is asked. */
export function useLinkQuestion(field: TextField, mirror: () => Mirror | null, focus: () => void) {
  const [asked, setAsked] = useState<Asked | null>(null);

  function close(): void {
    setAsked(null);
    focus();
  }

  function removeNew({ takeBack }: Asked): void {
    if (takeBack && !takeBack()) field.edit(removeLink(field.current()));
  }

  return {
    ask(): void {
      const before = field.current();
      const current = addressAt(before);
      if (current !== null) setAsked({ current });
      else setAsked({ current, takeBack: field.edit(setLink(before, '')) });
    },
    question: asked && {
      current: asked.current,
      anchor(): Box | null {
        const { from, to } = field.current();
        const [start, end] = [mirror()?.boxOf(from), mirror()?.boxOf(to)];
        return start && end
          ? { left: start.left, right: start.left, top: start.top, bottom: end.bottom }
          : null;
      },
      onAnswer(address: string, words: string): string | null {
        const isUnchanged = address === asked.current;
        const parsed = parseLinkAnswer(address, asked.current !== null);
        if (!isUnchanged && 'error' in parsed) return parsed.error;
        close();
        // So that one undo step removes all of a new link, and the words become its text.
        removeNew(asked);
        const next = answerLink(field.current(), address, words);
        if (!isUnchanged && !('error' in next)) field.edit(next);
        return null;
      },
      onRemove(): void {
        close();
        field.edit(removeLink(field.current()));
      },
      onCancel(): void {
        close();
        removeNew(asked);
      },
      onLeave: () => setAsked(null),
    },
  };
}

const HREF = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

function linkAt(state: TextState): { element: Element; address: string } | null {
  const links = findElements(state.text, 'a');
  const element = findEnclosing(links, state) ?? links.find((link) => isTouchedBy(link, state));
  if (!element) return null;
  const match = HREF.exec(state.text.slice(element.open.from, element.open.to));
  return { element, address: decodeEntities(match?.[2] ?? match?.[3] ?? match?.[4] ?? '') };
}

function withAddress(state: TextState, { open }: Element, href: string): TextState {
  const match = HREF.exec(state.text.slice(open.from, open.to));
  const attribute = `href="${escapeAttribute(href)}"`;
  // A link without href gets one right after its tag name.
  const [from, to, text] = match
    ? [open.from + match.index + 1, open.from + match.index + match[0].length, attribute]
    : [open.from + 2, open.from + 2, ` ${attribute}`];
  return applyEdit(state, { from, to, text });
}

/** Without a selection the address becomes the text, and is selected for overwriting. */
export function setLink(state: TextState, href: string, typed = href): TextState {
  const links = findElements(state.text, 'a');
  const enclosing = findEnclosing(links, state);
  if (enclosing) return withAddress(state, enclosing, href);
  const plain = removeTags(state, links);
  const { from, to } = plain;
  const words = from === to ? escapeAttribute(typed) : plain.text.slice(from, to);
  const opening = `<a href="${escapeAttribute(href)}">`;
  return replaceRange(plain.text, plain, [opening, words, '</a>']);
}

export function addressAt(state: TextState): string | null {
  return linkAt(state)?.address ?? null;
}

function removeLink(state: TextState): TextState {
  const link = linkAt(state);
  return link ? unwrap(state, link.element) : state;
}

/** The words are the text of a link without one. */
export function answerLink(
  state: TextState,
  address: string,
  words: string,
): TextState | { readonly error: string } {
  const current = addressAt(state);
  if (address === current) return state;
  const parsed = parseLinkAnswer(address, current !== null);
  if ('error' in parsed) return parsed;
  return parsed.href === null ? removeLink(state) : setLink(state, parsed.href, words);
}
