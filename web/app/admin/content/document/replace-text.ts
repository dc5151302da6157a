import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { Range } from '../html/html-tags.ts';
import { replaceInSource } from './replace-in-source.ts';
import type { VisualDocument } from './visual-document.ts';

/** The text of a block, and the ranges of it that have these positions. */
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
      // A match may reach over several formats.
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

/** Replaces ranges of text. Blocks keep their own formatting where their source is known. */
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
