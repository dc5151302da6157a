import type { Command, EditorState } from 'prosemirror-state';
import { askForLink } from './address-question.ts';
import {
  insertTable,
  isHeading,
  isList,
  isMarkActive,
  isQuote,
  linkAround,
  markType,
  toggle,
  toggleCode,
  toggleHeading,
  toggleList,
  toggleQuote,
  toggleRule,
} from './commands.ts';
import { isOnReference, toggleFootnote } from './footnotes.ts';

type VisualTool = {
  readonly command: Command;
  readonly isActive?: (state: EditorState) => boolean;
};

function mark(name: string): VisualTool {
  return { command: toggle(name), isActive: (state) => isMarkActive(state, markType(name)) };
}

/** What the toolbar's buttons do in the visual mode, by their names. Image asks first. */
export const VISUAL_TOOLS: Readonly<Record<string, VisualTool>> = {
  'Heading 2': { command: toggleHeading(2), isActive: (state) => isHeading(state, 2) },
  'Heading 3': { command: toggleHeading(3), isActive: (state) => isHeading(state, 3) },
  Bold: mark('strong'),
  Italic: mark('em'),
  Link: { command: askForLink, isActive: (state) => linkAround(state) !== null },
  'Bullet list': {
    command: toggleList('bullet_list'),
    isActive: (state) => isList(state, 'bullet_list'),
  },
  'Numbered list': {
    command: toggleList('ordered_list'),
    isActive: (state) => isList(state, 'ordered_list'),
  },
  Quote: { command: toggleQuote, isActive: isQuote },
  Code: { command: toggleCode },
  Table: { command: insertTable },
  Rule: { command: toggleRule },
  Footnote: { command: toggleFootnote, isActive: isOnReference },
};

/** The names of the tools that apply at the selection. */
export function activeTools(state: EditorState): string[] {
  return Object.entries(VISUAL_TOOLS)
    .filter(([, { isActive }]) => isActive?.(state))
    .map(([name]) => name);
}
