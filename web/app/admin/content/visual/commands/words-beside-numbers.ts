import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { referencesOf } from './footnotes.ts';

/** The editor reads the selection after the event that changed it. */
export const READ_MS = 20;

function leaveOutNumber(view: EditorView): void {
  if (view.isDestroyed) return;
  const { doc, selection, tr } = view.state;
  const { from, to } = selection;
  const number = referencesOf(doc).find((place) => from < place.from && place.to === to);
  if (number) view.dispatch(tr.setSelection(TextSelection.create(doc, from, number.from)));
}

/** Browsers select the number of a footnote with the word before it, and whoever replaced the word would lose the number. */
export function wordsBesideNumbers(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        dblclick: (view) => void setTimeout(() => leaveOutNumber(view), READ_MS),
      },
    },
  });
}
