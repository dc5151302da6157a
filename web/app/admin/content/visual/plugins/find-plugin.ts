import { visibleText } from '@longhand/contract/search';
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { findMatches, type Query } from '../../find/find-matches.ts';
import type { Range } from '../../html/html-tags.ts';

const key = new PluginKey<DecorationSet>('find');

/** More than that nobody looks at, and they would slow down typing. */
const MAX_MARKED = 1000;

/** Stands for what is no text; nobody types it. */
export const NO_TEXT = '\ufffc';

/** In the positions of the document. */
export function findInDocument(doc: Node, query: Query): Range[] {
  const found: Range[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, NO_TEXT);
    for (const { from, to } of findMatches(text, query))
      found.push({ from: position + 1 + from, to: position + 1 + to });
    return false;
  });
  return found;
}

/** What a node has besides its text: readers see or hear it, too. */
function otherText({ type, attrs }: Node): string {
  if (type.name === 'figure' || type.name === 'image') return attrs.alt ?? '';
  if (type.name === 'table') return visibleText(attrs.caption ?? '');
  return type.name === 'island' ? visibleText(attrs.html) : '';
}

/** How often it is in alt texts, captions of tables and blocks of HTML, which are no text here. */
export function countElsewhere(doc: Node, query: Query): number {
  let count = 0;
  doc.descendants((node) => {
    count += findMatches(otherText(node), query).length;
  });
  return count;
}

export type FindClasses = { readonly match: string; readonly currentMatch: string };

/** Marks what was found. */
export function findPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, marks) => tr.getMeta(key) ?? marks.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

export function markMatches(
  { state, dispatch }: EditorView,
  matches: readonly Range[],
  current: number,
  { match, currentMatch }: FindClasses,
): void {
  const first = Math.max(0, current - MAX_MARKED / 2);
  const marks = matches.slice(first, first + MAX_MARKED).map(({ from, to }, index) =>
    Decoration.inline(from, to, {
      class: first + index === current ? `${match} ${currentMatch}` : match,
    }),
  );
  if (marks.length === 0 && key.getState(state) === DecorationSet.empty) return;
  dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, marks)));
}
