import { type Command, type EditorState, Plugin } from 'prosemirror-state';
import { type MarkName, marks } from '../../document/schema.ts';
import { isPressed, type Keys, TOOLS } from '../../html/text-tools.ts';
import { askForLink } from './address-question.ts';
import {
  insertTable,
  isCode,
  isHeading,
  isList,
  isMarkActive,
  isQuote,
  isRule,
  linkAround,
  toggle,
  toggleCode,
  toggleHeading,
  toggleList,
  toggleQuote,
  toggleRule,
} from './commands.ts';
import { isOnReference, toggleFootnote } from './footnotes.ts';

export type VisualTool = {
  readonly command: Command;
  readonly isActive: (state: EditorState) => boolean;
};

export function mark(name: MarkName): VisualTool {
  return { command: toggle(name), isActive: (state) => isMarkActive(state, marks[name]) };
}

export function heading(level: number): VisualTool {
  return { command: toggleHeading(level), isActive: (state) => isHeading(state, level) };
}

export function list(name: 'bullet_list' | 'ordered_list'): VisualTool {
  return { command: toggleList(name), isActive: (state) => isList(state, name) };
}

export const LINK: VisualTool = {
  command: askForLink,
  isActive: (state) => linkAround(state) !== null,
};

export const QUOTE: VisualTool = { command: toggleQuote, isActive: isQuote };

type ToolbarTool = Pick<VisualTool, 'command'> & Partial<VisualTool>;

/** By name of the toolbar's button. Image is not here because it asks first. */
export const VISUAL_TOOLS: Readonly<Record<string, ToolbarTool>> = {
  'Heading 2': heading(2),
  'Heading 3': heading(3),
  Bold: mark('strong'),
  Italic: mark('em'),
  Link: LINK,
  'Bullet list': list('bullet_list'),
  'Numbered list': list('ordered_list'),
  Quote: QUOTE,
  Code: { command: toggleCode, isActive: isCode },
  Table: { command: insertTable },
  Rule: { command: toggleRule, isActive: isRule },
  Footnote: { command: toggleFootnote, isActive: isOnReference },
};

export function toggleStates(state: EditorState): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(VISUAL_TOOLS).flatMap(([name, { isActive }]) =>
      isActive ? [[name, isActive(state)]] : [],
    ),
  );
}

type Shortcut = { readonly keys: Keys; readonly command: Command };

const SHORTCUTS: readonly Shortcut[] = [
  ...TOOLS.flatMap(({ keys, name }) => {
    const command = VISUAL_TOOLS[name]?.command;
    return keys && command ? [{ keys, command }] : [];
  }),
  { keys: { key: 'X', shift: true }, command: toggle('strike') },
];

/** A shortcut that does nothing here must not reach the browser's own bold or italic. */
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
