import { TextSelection } from 'prosemirror-state';
import type { FindTarget } from '../find/find-target.ts';
import type { Range } from '../html/html-tags.ts';
import {
  countElsewhere,
  type FindClasses,
  findInDocument,
  markMatches,
  NO_TEXT,
} from './plugins/find-plugin.ts';
import type { VisualView } from './visual-view.ts';

export function createVisualFind(visual: VisualView, classes: FindClasses): FindTarget {
  const { view } = visual;
  /** The text may have become shorter since they were found. */
  const isThere = ({ to }: Range) => to <= view.state.doc.content.size;
  return {
    selection() {
      const { doc, selection } = view.state;
      const { from, to } = selection;
      return { from, to, text: doc.textBetween(from, to, '\n', NO_TEXT) };
    },
    find: (query) => findInDocument(view.state.doc, query),
    countElsewhere: (query) => countElsewhere(view.state.doc, query),
    mark: (matches, current) => markMatches(view, matches.filter(isThere), current, classes),
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
