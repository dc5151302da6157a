import { TextSelection } from 'prosemirror-state';
import type { FindTarget } from '../find/find-target.ts';
import { type FindClasses, findInDocument, markMatches, NO_TEXT } from './plugins/find-plugin.ts';
import type { VisualView } from './visual-view.ts';

export function createVisualFind(visual: VisualView, classes: FindClasses): FindTarget {
  const { view } = visual;
  return {
    selection() {
      const { doc, selection } = view.state;
      const { from, to } = selection;
      return { from, to, text: doc.textBetween(from, to, '\n', NO_TEXT) };
    },
    find: (query) => findInDocument(view.state.doc, query),
    mark: (matches, current) => markMatches(view, matches, current, classes),
    lineOf: ({ from }) => view.coordsAtPos(from),
    replace: (matches, text) => visual.replaceText(matches, text),
    select(range) {
      const { doc, tr } = view.state;
      if (range) tr.setSelection(TextSelection.create(doc, range.from, range.to));
      view.dispatch(tr);
      view.focus();
    },
  };
}
