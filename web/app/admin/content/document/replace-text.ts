import { escapeText } from '@longhand/contract/posts/search';
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { Range } from '../html/html-tags.ts';
import {
  type ChildNode,
  isElement,
  isText,
  parseHtml,
  parseWithPositions,
  TooComplexError,
} from './parse-html.ts';
import type { VisualDocument } from './visual-document.ts';

type Placed = Range & { readonly character: string };

const WRITTEN = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?|[\s\S]/gi;

function decoded(written: string): string {
  if (written.length === 1) return written;
  const [node] = parseHtml(written);
  return node && isText(node) ? node.value : '';
}

/** Null if the parser has read it differently. */
function charactersOf(node: ChildNode, source: string): Placed[] | null {
  if (isElement(node)) return join(node.childNodes, source);
  if (!isText(node)) return [];
  const { startOffset, endOffset } = node.sourceCodeLocation ?? { startOffset: 0, endOffset: 0 };
  const placed: Placed[] = [];
  for (const { 0: written, index } of source.slice(startOffset, endOffset).matchAll(WRITTEN)) {
    const from = startOffset + index;
    for (const character of decoded(written).split(''))
      placed.push({ character, from, to: from + written.length });
  }
  return placed.map(({ character }) => character).join('') === node.value ? placed : null;
}

function join(nodes: readonly ChildNode[], source: string): Placed[] | null {
  const placed: Placed[] = [];
  for (const node of nodes) {
    const own = charactersOf(node, source);
    if (!own) return null;
    // Pushed one by one, because a long text has more characters than a call may have arguments.
    for (const character of own) placed.push(character);
  }
  return placed;
}

const SPACE = /[ \t\n\f\r]/;

function isSpace(placed: Placed | undefined): boolean {
  return placed !== undefined && SPACE.test(placed.character);
}

/** A shown space may stand for several spaces of the source. */
function align(shown: string, written: readonly Placed[]): Placed[] | null {
  const placed: Placed[] = [];
  let at = 0;
  for (const character of shown.split('')) {
    const isShownSpace = SPACE.test(character);
    while (!isShownSpace && isSpace(written[at])) at += 1;
    const first = written[at];
    if (!first || !(first.character === character || (character === ' ' && isSpace(first))))
      return null;
    at += 1;
    let { to } = first;
    while (character === ' ' && isSpace(written[at]) && written[at]?.from === to) {
      to = written[at]?.to ?? to;
      at += 1;
    }
    placed.push({ character, from: first.from, to });
  }
  return written.slice(at).some((rest) => !isSpace(rest)) ? null : placed;
}

function runsOf(placed: readonly Placed[]): Range[] {
  const runs: Range[] = [];
  for (const { from, to } of placed) {
    const last = runs.at(-1);
    if (last && last.to >= from) runs[runs.length - 1] = { from: last.from, to };
    else runs.push({ from, to });
  }
  return runs;
}

/**
 * Replaces ranges of a block's shown text in its source, without changing another byte. Null if the
 * places are not known.
 */
export function replaceInSource(
  source: string,
  shown: string,
  ranges: readonly Range[],
  text: string,
): string | null {
  try {
    const written = join(parseWithPositions(source), source);
    const placed = written && align(shown, written);
    if (!placed) return null;
    const html = escapeText(text).replaceAll('\u00a0', '&nbsp;');
    return ranges.toReversed().reduce((result, { from, to }) => {
      const [first, ...rest] = runsOf(placed.slice(from, to));
      if (!first) return result;
      const without = rest
        .toReversed()
        .reduce((now, run) => now.slice(0, run.from) + now.slice(run.to), result);
      return without.slice(0, first.from) + html + without.slice(first.to);
    }, source);
  } catch (error) {
    if (error instanceof TooComplexError) return null;
    throw error;
  }
}

function textAndRanges(block: Node, position: number, ranges: readonly Range[]) {
  let text = '';
  const found: Range[] = [];
  block.descendants((node, offset) => {
    if (!node.isText) return;
    const start = position + 1 + offset;
    const end = start + node.nodeSize;
    for (const { from, to } of ranges) {
      if (to <= start || from >= end) continue;
      const part = {
        from: text.length + Math.max(from, start) - start,
        to: text.length + Math.min(to, end) - start,
      };
      const last = found.at(-1);
      // A match may reach across several formats.
      if (last && from < start) found[found.length - 1] = { from: last.from, to: part.to };
      else found.push(part);
    }
    text += node.text ?? '';
  });
  return { text, found };
}

function replaceOne(tr: Transaction, { from, to }: Range, text: string): void {
  const marks = tr.doc.nodeAt(from)?.marks ?? [];
  if (text === '') tr.delete(from, to);
  else tr.replaceWith(from, to, tr.doc.type.schema.text(text, marks));
}

/** Blocks keep the formatting of their source where it is known. */
export function replaceText(
  { doc, tr }: EditorState,
  ranges: readonly Range[],
  text: string,
  document: Pick<VisualDocument, 'keepSource'>,
): Transaction {
  for (const range of ranges.toReversed()) replaceOne(tr, range, text);
  doc.forEach((before, position, index) => {
    const end = position + before.nodeSize;
    const own = ranges.filter(({ from, to }) => from > position && to < end);
    if (own.length === 0) return;
    const shown = textAndRanges(before, position, own);
    const origin = document.keepSource(before, tr.doc.child(index), (source) =>
      replaceInSource(source, shown.text, shown.found, text),
    );
    if (origin) tr.setNodeAttribute(tr.mapping.map(position, -1), 'origin', origin);
  });
  return tr;
}
