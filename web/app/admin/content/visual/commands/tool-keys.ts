import { type Command, Plugin } from 'prosemirror-state';
import { isPressed, type Keys, TOOLS } from '../../html/text-tools.ts';
import { toggle } from './commands.ts';
import { VISUAL_TOOLS } from './visual-tools.ts';

type Shortcut = { readonly keys: Keys; readonly command: Command };

const SHORTCUTS: readonly Shortcut[] = [
  ...TOOLS.flatMap(({ keys, name }) => {
    const command = VISUAL_TOOLS[name]?.command;
    return keys && command ? [{ keys, command }] : [];
  }),
  { keys: { key: 'X', shift: true }, command: toggle('strike') },
];

/** The toolbar's shortcuts. A key that does nothing here must not reach the browser's own bold or italic. */
export function toolKeys(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        const shortcut = SHORTCUTS.find(({ keys }) => isPressed(keys, event));
        shortcut?.command(view.state, view.dispatch, view);
        return shortcut !== undefined;
      },
    },
  });
}
