import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { isSection } from '../../document/footnote-nodes.ts';
import { nodes } from '../../document/schema.ts';
import { moveBlocksByKey } from './block-commands.ts';
import {
  deleteAcrossCaption,
  edges,
  insertParagraph,
  isAt,
  joinList,
  leaveBlock,
  leaveDetails,
  leaveLine,
  nextCell,
  previousCell,
  toDetails,
  toFields,
  toSummary,
  writeBelowPicture,
} from './block-edge-keys.ts';
import { insertBreak, toParagraph } from './commands.ts';
import { breakInNote, leaveNote } from './footnotes.ts';
import { deletePicture, movePictureBy } from './picture-commands.ts';

/** Must be the last plugin. Why not `defaultPrevented`: the editor prevents it for every Escape. */
export function unusedEscape(onEscape: () => void): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(_view, { key }) {
        if (key === 'Escape') onEscape();
        return false;
      },
    },
  });
}

/** The end is before the footnotes, unless the caret is in them. */
function endOfText(doc: Node, from: number): Selection {
  const { lastChild } = doc;
  const end = doc.content.size - (lastChild?.nodeSize ?? 0);
  const hasNotes = lastChild !== null && isSection(lastChild) && end > 0;
  return hasNotes && from <= end ? Selection.near(doc.resolve(end), -1) : Selection.atEnd(doc);
}

/** Why not the browser's own key: it stops at blocks with controls, and before those without text. */
export function toEdge(edge: 'start' | 'end', extend = false): Command {
  return ({ doc, tr, selection }, dispatch) => {
    const target = edge === 'start' ? Selection.atStart(doc) : endOfText(doc, selection.from);
    const { $anchor } = selection;
    const next = extend ? TextSelection.between($anchor, target.$head) : target;
    dispatch?.(tr.setSelection(next).scrollIntoView());
    return true;
  };
}

const listItem = nodes.list_item;

/** Converts three backticks and a language, alone in a paragraph. */
const fenceToCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const fence = /^```([\w+#.-]*)$/.exec($from.parent.textContent);
  if (!empty || !fence || $from.parent.type !== nodes.paragraph) return false;
  const { tr } = state;
  tr.delete($from.start(), $from.end());
  tr.setBlockType(tr.mapping.map($from.pos), undefined, nodes.code_block, {
    language: fence[1],
  });
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The second Enter on an empty last line leaves the code. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.type.spec.code) return false;
  if ($from.parentOffset !== $from.parent.content.size) return false;
  if (!$from.parent.textContent.endsWith('\n')) return false;
  const { tr } = state;
  tr.delete($from.pos - 1, $from.pos);
  dispatch?.(insertParagraph(tr, tr.selection.$from.after()));
  return true;
};

/** For Backspace at the start of a heading or code. */
const toParagraphAtStart: Command = (state, dispatch) => {
  const { name } = state.selection.$from.parent.type;
  const isOther = name === 'heading' || name === 'code_block';
  return isOther && isAt(state, 'start') && toParagraph(state, dispatch);
};

const CODE_INDENT = '  ';

const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.insertText(CODE_INDENT).scrollIntoView());
  return true;
};

/** Tab leaves the editor, except in lists, tables and code, where it does so after Escape. */
export function editingKeys(isTabFree: () => boolean): Plugin[] {
  const inside =
    (...commands: Command[]): Command =>
    (state, dispatch, view) =>
      !isTabFree() && chainCommands(...commands)(state, dispatch, view);
  return [
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      Backspace: chainCommands(
        undoInputRule,
        deletePicture,
        deleteAcrossCaption,
        toParagraphAtStart,
        toSummary,
        joinList,
      ),
      Delete: chainCommands(deletePicture, deleteAcrossCaption, toDetails),
      'Alt-ArrowUp': moveBlocksByKey('up'),
      'Alt-ArrowDown': moveBlocksByKey('down'),
      'Alt-ArrowLeft': movePictureBy(-1),
      'Alt-ArrowRight': movePictureBy(1),
      'Ctrl-Home': toEdge('start'),
      'Ctrl-End': toEdge('end'),
      'Ctrl-Shift-Home': toEdge('start', true),
      'Ctrl-Shift-End': toEdge('end', true),
      ArrowUp: leaveBlock('up'),
      ArrowLeft: leaveBlock('left'),
      ArrowDown: leaveBlock('down'),
      ArrowRight: leaveBlock('right'),
      Enter: chainCommands(
        toFields(['raw_html']),
        fenceToCode,
        leaveCode,
        leaveLine,
        leaveDetails,
        newlineInCode,
        breakInNote,
        splitListItem(listItem, { extra: [] }),
        liftListItemIfEmpty,
        writeBelowPicture,
        createParagraphNear,
        liftEmptyBlock,
        splitBlock,
      ),
      Escape: leaveNote,
      'Shift-Enter': chainCommands(newlineInCode, insertBreak),
      'Mod-Enter': chainCommands(exitCode, createParagraphNear),
      Tab: inside(nextCell, sinkListItem(listItem), indentCode, toFields(['figure', 'raw_html'])),
      'Shift-Tab': inside(previousCell, liftListItem(listItem), toFields(['code_block'])),
    }),
    keymap(baseKeymap),
    edges(),
  ];
}

const liftListItemIfEmpty: Command = (state, dispatch, view) =>
  state.selection.$from.parent.content.size === 0 && liftListItem(listItem)(state, dispatch, view);
