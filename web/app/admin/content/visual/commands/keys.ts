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
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
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
import { insertBreak, nodeType, toParagraph } from './commands.ts';
import { toEdge } from './edge-of-text.ts';
import { breakInNote, leaveNote } from './footnotes.ts';
import { deletePicture, movePictureBy } from './gallery-commands.ts';

const listItem = nodeType('list_item');

/** Three backticks and a language, alone in a paragraph. */
const fenceToCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const fence = /^```([\w+#.-]*)$/.exec($from.parent.textContent);
  if (!empty || !fence || $from.parent.type !== nodeType('paragraph')) return false;
  const { tr } = state;
  tr.delete($from.start(), $from.end());
  tr.setBlockType(tr.mapping.map($from.pos), undefined, nodeType('code_block'), {
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

/** Backspace at the start makes a heading or code a paragraph again. */
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

/** Tab leaves the editor except in lists, tables and code, and there after Escape. */
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
        toFields(['island']),
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
      Tab: inside(nextCell, sinkListItem(listItem), indentCode, toFields(['figure', 'island'])),
      'Shift-Tab': inside(previousCell, liftListItem(listItem), toFields(['code_block'])),
    }),
    keymap(baseKeymap),
    edges(),
  ];
}

const liftListItemIfEmpty: Command = (state, dispatch, view) =>
  state.selection.$from.parent.content.size === 0 && liftListItem(listItem)(state, dispatch, view);
