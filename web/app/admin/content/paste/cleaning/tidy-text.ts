import type { Mark, Node } from 'prosemirror-model';
import { collapseSpaces } from '../../document/inline-from-html.ts';
import { schema } from '../../document/schema.ts';
import { wrapFinder } from '../plain-text.ts';

export const LINE_BREAK = schema.node('hard_break');
export const STRONG = schema.mark('strong');
const SPACE = schema.text(' ');

const INVISIBLE = /[\u200b\ufeff\p{Cc}]/gu;
/** Between a number and its unit, and beside signs that some languages set apart. */
const MEANT_NBSP = /^[\d«]\u00a0.|^.\u00a0[»!?:;%€]/;

/** Programs write most spaces as nbsp; only intended ones stay. */
export function plainSpaces(text: string): string {
  const shown = text.replace(/[ \t\n\f\r]+/g, ' ').replace(INVISIBLE, '');
  return shown.replace(/[ \u00a0]+/g, (spaces, at: number) => {
    const isMeant = at > 0 && MEANT_NBSP.test(shown.slice(at - 1, at + 2));
    return spaces === '\u00a0' && isMeant ? spaces : ' ';
  });
}

function isLineBreak({ type }: Node): boolean {
  return type === LINE_BREAK.type;
}

export function isBlank({ text }: Node): boolean {
  return text?.trim() === '';
}

function splitWords({ text = '', marks }: Node): Node[] {
  const words = text.split(/( +)/).filter((word) => word !== '');
  return words.map((word) => schema.text(word, marks));
}

/**
 * Removes spaces that browsers do not show. Spaces between words, and line breaks, get the marks
 * that both sides have.
 */
export function tidyText(content: readonly Node[]): Node[] {
  const words = content.flatMap((node) => (node.isText ? splitWords(node) : node));
  const shown = collapseSpaces(words);
  const start = shown.findIndex(({ isText }) => isText);
  const text = shown.slice(start, shown.findLastIndex(({ isText }) => isText) + 1);
  if (text.every((node) => isLineBreak(node) || isBlank(node))) return [];
  return text.map((node, index) => {
    const [before, behind] = [text[index - 1], text[index + 1]];
    if (!before || !behind || (node.isText && node.text !== ' ')) return node;
    return node.mark(before.marks.filter((mark) => mark.isInSet(behind.marks)));
  });
}

function linesOf(content: readonly Node[]): string[] {
  return content
    .map((node) => (isLineBreak(node) ? '\n' : (node.text ?? '')))
    .join('')
    .trim()
    .split('\n');
}

/** Removes line breaks that a mail program added because the next word did not fit. */
function unwrapped(parts: readonly (readonly Node[])[]): Node[][] {
  const isWrapped = wrapFinder(parts.map(linesOf));
  return parts.map((part) =>
    isWrapped(linesOf(part)) ? part.map((node) => (isLineBreak(node) ? SPACE : node)) : [...part],
  );
}

/** Two or more line breaks end a paragraph. */
export function paragraphs(content: readonly Node[]): Node[] {
  const parts: Node[][] = [[]];
  let isAfterBreak = false;
  for (const node of content) {
    if (isAfterBreak && isLineBreak(node)) parts.push([]);
    isAfterBreak = isLineBreak(node) || (isAfterBreak && isBlank(node));
    parts.at(-1)?.push(node);
  }
  return unwrapped(parts)
    .map(tidyText)
    .filter(({ length }) => length > 0)
    .map((text) => schema.node('paragraph', null, text));
}

/** Programs give such a mark to whole headings. */
export function withoutCommonMark(content: readonly Node[], mark: Mark): Node[] {
  const isCommon = content.every(
    (node) => isBlank(node) || isLineBreak(node) || mark.isInSet(node.marks),
  );
  return content.map((node) => (isCommon ? node.mark(mark.removeFromSet(node.marks)) : node));
}

function isTextBlock({ type }: Node): boolean {
  return ['paragraph', 'heading'].includes(type.name);
}

/** Returns the text of a title on one line, and the blocks that a title cannot contain. */
export function splitTitle(blocks: readonly Node[]): { text: Node[]; rest: Node[] } {
  const words = blocks.filter(isTextBlock).flatMap(({ children }) => [...children, SPACE]);
  const oneLine = words.map((node) => (isLineBreak(node) ? SPACE : node));
  return {
    text: withoutCommonMark(tidyText(oneLine), STRONG),
    rest: blocks.filter((block) => !isTextBlock(block)),
  };
}
