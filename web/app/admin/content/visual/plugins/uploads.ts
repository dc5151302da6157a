import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state';
import { replaceBlock } from '../../document/transactions.ts';

/** The HTML of a finished upload, null after a failed one, undefined while it runs. */
type ResultOf = (token: string) => string | null | undefined;

export function replaceUploads(
  { doc, tr }: EditorState,
  resultOf: ResultOf,
  openPart: (html: string) => Node[],
): Transaction | null {
  const found: { position: number; html: string | null }[] = [];
  doc.descendants((node, position) => {
    const html = node.type.name === 'upload' ? resultOf(node.attrs.token) : undefined;
    if (html !== undefined) found.push({ position, html });
    return !node.isTextblock;
  });
  for (const { position, html } of found.toReversed()) {
    replaceBlock(tr, position, 1, html === null ? [] : openPart(html));
  }
  return found.length > 0 ? tr.setMeta('addToHistory', false) : null;
}

/** Redo can bring back the place of an upload that has ended meanwhile. */
export function resolvedUploads(resultOf: ResultOf, openPart: (html: string) => Node[]): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some(({ docChanged }) => docChanged)
        ? replaceUploads(state, resultOf, openPart)
        : null,
  });
}
