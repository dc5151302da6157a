import { visibleText } from '@longhand/contract/posts/search';
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { type FindTarget, findMatches, type Query } from '../../find/find-matches.ts';
import type { Range } from '../../html/html-tags.ts';
import styles from '../visual-editor.module.css';
import type { VisualView } from '../visual-view.ts';

export function createVisualFind(visual: VisualView): FindTarget {
  const { view } = visual;
  /** The text may have become shorter since the matches were found. */
  const isThere = ({ to }: Range) => to <= view.state.doc.content.size;
  return {
    selection() {
      const { doc, selection } = view.state;
      const { from, to } = selection;
      return { from, to, text: doc.textBetween(from, to, '\n', NO_TEXT) };
    },
    find: (query) => findInDocument(view.state.doc, query),
    countElsewhere: (query) => countElsewhere(view.state.doc, query),
    mark: (matches, current) => markMatches(view, matches.filter(isThere), current),
    lineOf: (match) => (isThere(match) ? view.coordsAtPos(match.from) : null),
    replace: (matches, text) => visual.replaceText(matches.filter(isThere), text),
    select(range) {
      const { doc, tr } = view.state;
      if (range && isThere(range)) tr.setSelection(TextSelection.create(doc, range.from, range.to));
      view.dispatch(tr);
      view.focus();
    },
  };
}

const key = new PluginKey<DecorationSet>('find');

/** Nobody looks at more marks, and they would slow down typing. */
const MAX_MARKED = 1000;

/** Stands for inline content without text; nobody types this character. */
const NO_TEXT = '\ufffc';

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

/** Text that a node has besides its content, and that readers see or hear, too. */
function otherText({ type, attrs }: Node): string {
  if (type.name === 'figure' || type.name === 'image') return attrs.alt ?? '';
  if (type.name === 'table') return visibleText(attrs.caption ?? '');
  return type.name === 'raw_html' ? visibleText(attrs.html) : '';
}

/** Counts matches in alt texts, table captions and HTML blocks, which are not text in this view. */
function countElsewhere(doc: Node, query: Query): number {
  let count = 0;
  doc.descendants((node) => {
    count += findMatches(otherText(node), query).length;
  });
  return count;
}

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

function markMatches(
  { state, dispatch }: EditorView,
  matches: readonly Range[],
  current: number,
): void {
  const first = Math.max(0, current - MAX_MARKED / 2);
  const marks = matches.slice(first, first + MAX_MARKED).map(({ from, to }, index) =>
    Decoration.inline(from, to, {
      class: `${styles.match} ${first + index === current ? styles.currentMatch : ''}`,
    }),
  );
  if (marks.length === 0 && key.getState(state) === DecorationSet.empty) return;
  dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, marks)));
}
