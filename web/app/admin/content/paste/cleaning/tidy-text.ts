import type { Mark, Node } from 'prosemirror-model';
import { collapseSpaces } from '../../document/collapse-spaces.ts';
import { schema } from '../../document/schema.ts';
import { wrapFinder } from '../plain-lines.ts';

export const LINE_BREAK = schema.node('hard_break');
export const STRONG = schema.mark('strong');
const SPACE = schema.text(' ');

const INVISIBLE = /[\u200b\ufeff\p{Cc}]/gu;
/** In a number with its unit, and beside signs that some languages set apart. */
const MEANT_NBSP = /^[\d«]\u00a0.|^.\u00a0[»!?:;%€]/;

/** Programs write most spaces as nbsp; only those that somebody meant stay. */
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

/** Without spaces that are not shown. Those between words, and line breaks, have the marks of both sides. */
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

/** The lines of a text as they are shown. */
function linesOf(content: readonly Node[]): string[] {
  return content
    .map((node) => (isLineBreak(node) ? '\n' : (node.text ?? '')))
    .join('')
    .trim()
    .split('\n');
}

/** Without the breaks of a mail, where the next word had no room. */
function unwrapped(parts: readonly (readonly Node[])[]): Node[][] {
  const isWrapped = wrapFinder(parts.map(linesOf));
  return parts.map((part) =>
    isWrapped(linesOf(part)) ? part.map((node) => (isLineBreak(node) ? SPACE : node)) : [...part],
  );
}

/** Two line breaks or more end a paragraph. */
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

/** Removes a mark that all of the text has, as programs give to whole headings. */
export function withoutCommonMark(content: readonly Node[], mark: Mark): Node[] {
  const isCommon = content.every(
    (node) => isBlank(node) || isLineBreak(node) || mark.isInSet(node.marks),
  );
  return content.map((node) => (isCommon ? node.mark(mark.removeFromSet(node.marks)) : node));
}

function isTextBlock({ type }: Node): boolean {
  return ['paragraph', 'heading'].includes(type.name);
}

/** The text of a title, on one line, and what cannot be in one. */
export function splitTitle(blocks: readonly Node[]): { text: Node[]; rest: Node[] } {
  const words = blocks.filter(isTextBlock).flatMap(({ children }) => [...children, SPACE]);
  const oneLine = words.map((node) => (isLineBreak(node) ? SPACE : node));
  return {
    text: withoutCommonMark(tidyText(oneLine), STRONG),
    rest: blocks.filter((block) => !isTextBlock(block)),
  };
}
