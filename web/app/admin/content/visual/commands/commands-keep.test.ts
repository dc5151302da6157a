import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import { setLink, toggleCode, toggleHeading } from './commands.ts';

/** The text after a command with the caret at a position. */
function after(html: string, position: number, command: Command): string {
  let state = EditorState.create({ doc: schema.node('doc', null, blocksFromHtml(html)) });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position)));
  command(state, (transaction) => {
    state = state.apply(transaction);
  });
  return fragmentHtml(state.doc.content);
}

test.each([
  ['a heading', toggleHeading(2)],
  ['code', toggleCode],
])('a caption does not become %s: its picture would be lost', (_name, command) => {
  const figure = '<figure><img src="a.png" alt=""><figcaption>one</figcaption></figure>';
  expect(after(figure, 2, command)).toBe(after(figure, 2, () => false));
});

test('a link with a new address keeps its other attributes', () => {
  const link = '<p>one <a href="/old" id="place" title="More">two</a></p>';
  expect(after(link, 6, setLink('/new'))).toBe(link.replace('/old', '/new'));
});
