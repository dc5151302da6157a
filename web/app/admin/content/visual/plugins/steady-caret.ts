import { Plugin } from 'prosemirror-state';
import { keepCaretSteady } from '../scroll-margins.ts';

/** After keys in focus mode: the editor itself scrolls only where a caret has moved within 50 milliseconds. */
export function steadyCaret(): Plugin {
  let isByKey = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: () => {
          isByKey = true;
        },
        pointerdown: () => {
          isByKey = false;
        },
      },
    },
    view: () => ({
      update(view, before) {
        if (isByKey && !view.state.selection.eq(before.selection)) keepCaretSteady(view);
      },
    }),
  });
}
