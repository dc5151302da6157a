import { decodeEntities, escapeAttribute } from '@longhand/contract/search';
import { type Element, findElements } from './html-tags.ts';
import { parseLinkAddress } from './link-address.ts';
import { applyEdit, type TextState } from './text-edits.ts';
import { enclosing, isCutBy, unwrapped, withoutTags, wrapped } from './text-wraps.ts';

const HREF = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** The link that is selected, or some of it, with its address. */
function linkAt(state: TextState): { element: Element; address: string } | null {
  const links = findElements(state.text).filter(({ name }) => name === 'a');
  const element = enclosing(links, state) ?? links.find((link) => isCutBy(link, state));
  if (!element) return null;
  const found = HREF.exec(state.text.slice(element.open.from, element.open.to));
  return { element, address: decodeEntities(found?.[2] ?? found?.[3] ?? found?.[4] ?? '') };
}

function withAddress(state: TextState, { open }: Element, href: string): TextState {
  const found = HREF.exec(state.text.slice(open.from, open.to));
  const attribute = `href="${escapeAttribute(href)}"`;
  // One without an address gets it right behind its name.
  const [from, to, text] = found
    ? [open.from + found.index + 1, open.from + found.index + found[0].length, attribute]
    : [open.from + 2, open.from + 2, ` ${attribute}`];
  return applyEdit(state, { from, to, text });
}

/** Without a selection the address is its own text, selected so that one can write another. */
export function setLink(state: TextState, href: string, typed = href): TextState {
  const links = findElements(state.text).filter(({ name }) => name === 'a');
  const around = enclosing(links, state);
  if (around) return withAddress(state, around, href);
  const plain = withoutTags(state, links);
  const { from, to } = plain;
  const text = escapeAttribute(typed);
  const full = from === to ? applyEdit(plain, { from, to, text }) : plain;
  const words = from === to ? { ...full, from, to: from + text.length } : full;
  return wrapped(words, `<a href="${escapeAttribute(href)}">`, '</a>');
}

const QUESTION = 'Link address';
const START = 'https://';

/** Asks until the address can be used, with what was typed still there. */
export function askForLink(state: TextState): TextState | null {
  const current = linkAt(state);
  let question = QUESTION;
  let typed = current?.address ?? START;
  for (;;) {
    const answer = window.prompt(question, typed)?.trim();
    if (answer === undefined || answer === current?.address) return null;
    if (answer === '' || answer === START) return current && unwrapped(state, current.element);
    const checked = parseLinkAddress(answer);
    if ('href' in checked) return setLink(state, checked.href, answer);
    question = `${checked.objection}\n\n${QUESTION}`;
    typed = answer;
  }
}
