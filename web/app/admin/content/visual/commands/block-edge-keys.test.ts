import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { VisualDocument } from '../../document/visual-document.ts';
import {
  deleteAcrossCaption,
  joinList,
  leaveDetails,
  leaveLine,
  nextCell,
  toDetails,
  toSummary,
} from './block-edge-keys.ts';

/** `[` and `]` stand for the ends of the selection, `|` for the caret. */
function after(marked: string, command: Command, typed = '¶'): string | false {
  const found: number[] = [];
  new VisualDocument().open(marked).descendants((node, position) => {
    for (const { index } of node.text?.matchAll(/[[\]|]/g) ?? []) found.push(position + index);
  });
  const visual = new VisualDocument();
  const doc = visual.open(marked.replace(/[[\]|]/g, ''));
  const [from = 0, to = from + 1] = found;
  const selection = TextSelection.create(doc, from, found.length > 1 ? to - 1 : from);
  let state = EditorState.create({ doc, selection });
  const view = {
    get state() {
      return state;
    },
  };
  const dispatch: Parameters<Command>[1] = (transaction) => {
    state = state.apply(transaction);
  };
  if (!command(state, dispatch, view as never)) return false;
  return visual.write(state.apply(state.tr.insertText(typed)).doc);
}

const FIGURE = '<figure><img src="/a.png" alt=""><figcaption>Cap[tion</figcaption></figure>';

test('text in a caption and behind it is deleted, the picture stays', () => {
  expect(after(`${FIGURE}\n<p>Om]ega</p>`, deleteAcrossCaption)).toBe(
    '<figure><img src="/a.png" alt=""><figcaption>Cap¶</figcaption></figure>\n<p>ega</p>',
  );
  expect(after('<p>O[n]e</p>', deleteAcrossCaption)).toBe(false);
});

test.each<[string, Command, string, string]>([
  [
    'Backspace below a summary goes to it',
    toSummary,
    '<details><summary>Sum</summary><p>|Body</p></details>',
    '<details><summary>Sum¶</summary><p>Body</p></details>',
  ],
  [
    'Delete in a summary goes below it',
    toDetails,
    '<details><summary>Sum|</summary><p>Body</p></details>',
    '<details><summary>Sum</summary><p>¶Body</p></details>',
  ],
  [
    'Backspace after a list joins its last item',
    joinList,
    '<ul><li>One</li></ul>\n<p>|Two</p>',
    '<ul>\n  <li>One¶Two</li>\n</ul>',
  ],
  ['Backspace at the start of an item lifts it', joinList, '<ul><li>|One</li></ul>', '<p>¶One</p>'],
  [
    'Enter in a caption begins a paragraph',
    leaveLine,
    `${FIGURE.replace('[', '').replace('</figc', '|</figc')}\n<p>Next</p>`,
    `${FIGURE.replace('[', '')}\n<p>¶</p>\n<p>Next</p>`,
  ],
  [
    'Enter in a summary goes below it',
    leaveLine,
    '<details><summary>Su|m</summary><p>Body</p></details>',
    '<details><summary>Sum</summary><p>¶Body</p></details>',
  ],
])('%s', (_name, command, before, expected) => {
  expect(after(before, command)).toBe(expected);
});

test('Enter on an empty last line leaves details', () => {
  const visual = new VisualDocument();
  const doc = visual.open('<details><summary>Sum</summary><p>Body</p><p></p></details>');
  const end = doc.content.size - 2;
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, end) });
  expect(leaveDetails(state, (transaction) => (state = state.apply(transaction)))).toBe(true);
  state = state.apply(state.tr.insertText('¶'));
  expect(visual.write(state.doc)).toBe(
    '<details><summary>Sum</summary><p>Body</p></details>\n<p>¶</p>',
  );
});

test('Tab in the last cell of a table adds a row', () => {
  const table = '<table><tbody><tr><td>1</td><td>2|</td></tr></tbody></table>';
  expect(after(table, nextCell)).toContain('<tr><td>¶</td><td></td></tr>');
  expect(after('<p>One|</p>', nextCell)).toBe(false);
});

test('a block that is selected is no text to be deleted', () => {
  const doc = new VisualDocument().open('<hr><p>One</p>');
  const state = EditorState.create({ doc, selection: NodeSelection.create(doc, 0) });
  expect(deleteAcrossCaption(state)).toBe(false);
});
