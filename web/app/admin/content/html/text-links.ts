import { decodeEntities, escapeAttribute } from '@longhand/contract/search';
import { type Element, findElements } from './html-tags.ts';
import { parseLinkAnswer } from './link-address.ts';
import { applyEdit, replaceRange, type TextState } from './text-edits.ts';
import { findEnclosing, isTouchedBy, removeTags, unwrap } from './wrap-in-tags.ts';

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

/** The address of the link at the selection; null without a link. */
export function addressAt(state: TextState): string | null {
  return linkAt(state)?.address ?? null;
}

export function removeLink(state: TextState): TextState {
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
