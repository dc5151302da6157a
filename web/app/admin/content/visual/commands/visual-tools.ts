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

export type VisualTool = {
  readonly command: Command;
  /** Whether it applies at the selection. */
  readonly isActive: (state: EditorState) => boolean;
};

export function mark(name: string): VisualTool {
  return { command: toggle(name), isActive: (state) => isMarkActive(state, markType(name)) };
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

/** What the toolbar's buttons do in the visual mode, by their names. Image asks first. */
export const VISUAL_TOOLS: Readonly<Record<string, ToolbarTool>> = {
  'Heading 2': heading(2),
  'Heading 3': heading(3),
  Bold: mark('strong'),
  Italic: mark('em'),
  Link: LINK,
  'Bullet list': list('bullet_list'),
  'Numbered list': list('ordered_list'),
  Quote: QUOTE,
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
