import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { expect, test, vi } from 'vitest';
import { PasteView } from '../../../../../../test-support/paste-view.ts';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import {
  addressQuestion,
  addressQuestionOf,
  answerQuestion,
} from '../commands/address-question.ts';
import { pastePlugin } from '../plugins/paste-plugin.ts';
import {
  BLOCK_MENU_ITEMS,
  type BlockMenuItem,
  blockMenu,
  blockMenuOf,
  chooseBlock,
  closeBlockMenu,
  moveInBlockMenu,
} from './block-menu-plugin.ts';

/** With the caret at the end of the first text. */
class Text {
  state: EditorState;

  constructor(html: string) {
    this.state = EditorState.create({
      doc: schema.node('doc', null, blocksFromHtml(html)),
      plugins: [blockMenu({ onPicture: () => {} }), addressQuestion(), history()],
    });
    let end = 0;
    this.state.doc.descendants((node, position) => {
      if (node.isTextblock && end === 0) end = position + node.nodeSize - 1;
    });
    this.caret(end);
  }

  caret(position: number): this {
    const { tr, doc } = this.state;
    this.state = this.state.apply(tr.setSelection(TextSelection.create(doc, position)));
    return this;
  }

  type(text: string): this {
    for (const letter of text) this.state = this.state.apply(this.state.tr.insertText(letter));
    return this;
  }

  backspace(): this {
    const { from } = this.state.selection;
    this.state = this.state.apply(this.state.tr.delete(from - 1, from));
    return this;
  }

  run(command: Command): boolean {
    return command(this.state, (transaction) => {
      this.state = this.state.apply(transaction);
    });
  }

  get names(): string[] | undefined {
    return blockMenuOf(this.state)?.items.map(({ name }) => name);
  }

  get active(): string | undefined {
    const menu = blockMenuOf(this.state);
    return menu?.items[menu.active]?.name;
  }

  get html(): string {
    return fragmentHtml(this.state.doc.content);
  }
}

function block(name: string): BlockMenuItem {
  const found = BLOCK_MENU_ITEMS.find((item) => item.name === name);
  if (!found) throw new Error(`There is no block ${name}`);
  return found;
}

test.each([
  ['<p></p>', '/'],
  ['<p>one</p>', ' /'],
  ['<h2>one</h2>', ' /'],
  ['<ul><li></li></ul>', '/'],
])('a slash in %s opens the menu', (html, typed) => {
  expect(new Text(html).type(typed).names?.length).toBeGreaterThan(5);
});

test.each([
  ['<p>one</p>', '/'],
  ['<p>http:/</p>', '/'],
  ['<pre><code></code></pre>', '/'],
  ['<p><code>a</code></p>', ' /'],
  ['<figure><img src="a.png" alt=""><figcaption>a</figcaption></figure>', ' /'],
  ['<p></p>', '/ '],
  ['<p></p>', '/xyz a'],
])('in %s, %s leaves no menu', (html, typed) => {
  expect(new Text(html).type(typed).names).toBeUndefined();
});

test('a name that no block has leaves an empty menu until the next space', () => {
  const text = new Text('<p></p>').type('/xyz');
  expect(text.names).toEqual([]);
  expect(text.run(moveInBlockMenu(1))).toBe(false);
  expect(text.type(' ').names).toBeUndefined();
  expect(new Text('<p></p>').type('/tx').backspace().active).toBe('Table');
});

test('a slash that is pasted, or comes back by undo, opens nothing', () => {
  const text = new Text('<p></p>');
  const plugin = pastePlugin({
    catchUp: vi.fn(),
    pictures: () => ({ insert: vi.fn(), insertWith: vi.fn(), notePasted: vi.fn() }),
    openPart: blocksFromHtml,
    onMarkdown: vi.fn(),
  });
  const view = new PasteView(text.state, plugin);
  view.paste({ 'text/plain': '/' });
  text.state = view.state;
  expect(text.html).toBe('<p>/</p>');
  expect(text.names).toBeUndefined();
  text.state = text.state.apply(closeHistory(text.state.tr));
  text.backspace().run(undo);
  expect(text.html).toBe('<p>/</p>');
  expect(text.names).toBeUndefined();
});

test.each([
  ['ta', 'Table'],
  ['TAB', 'Table'],
  ['h3', 'Heading 3'],
  ['quote', 'Quote'],
  ['bullet l', 'Bullet list'],
  ['image', 'Picture'],
  ['youtube', 'Video'],
  ['hr', 'Rule'],
  ['h1', 'Heading 2'],
  ['img', 'Picture'],
  ['photo', 'Picture'],
  ['gallery', 'Picture'],
  ['ul', 'Bullet list'],
  ['todo', 'Bullet list'],
  ['ol', 'Numbered list'],
  ['iframe', 'Video'],
  ['toggle', 'Details'],
])('%s finds %s first', (query, name) => {
  const text = new Text('<p></p>').type(`/${query}`);
  expect(text.active).toBe(name);
});

test('the menu has what is possible, and not what is there already', () => {
  const inTable = new Text('<table><tr><td>a</td></tr></table>').type(' /');
  expect(inTable.names).not.toContain('Table');
  expect(new Text('<p></p>').type('/').names).not.toContain('Paragraph');
  const heading = new Text('<h2>a</h2>').type(' /').names;
  expect(heading).toContain('Paragraph');
  expect(heading).not.toContain('Heading 2');
  const pull = new Text('<blockquote class="pull"><p>a</p></blockquote>').type(' /').names;
  expect(pull).not.toContain('Pull quote');
});

test('the arrow keys go round, and typing starts at the top again', () => {
  const text = new Text('<p></p>').type('/');
  const last = text.names?.at(-1);
  text.run(moveInBlockMenu(-1));
  expect(text.active).toBe(last);
  text.run(moveInBlockMenu(text.names?.length ?? 0));
  expect(text.active).toBe('Heading 2');
  text.run(moveInBlockMenu(1));
  expect(text.type('h').active).toBe('Heading 2');
});

test('a closed menu stays closed while the text goes on, and leaves it', () => {
  const text = new Text('<p></p>').type('/t');
  expect(text.run(closeBlockMenu)).toBe(true);
  expect(text.type('able').names).toBeUndefined();
  expect(text.html).toBe('<p>/table</p>');
  expect(text.run(closeBlockMenu)).toBe(false);
});

test('the menu closes when the slash is gone or the caret is elsewhere', () => {
  expect(new Text('<p></p>').type('/').backspace().names).toBeUndefined();
  expect(new Text('<p></p>').type('/ta').backspace().backspace().names?.length).toBeGreaterThan(5);
  expect(new Text('<p>one</p><p>two</p>').type(' /').caret(2).names).toBeUndefined();
});

test('the menu follows its slash when the text before it changes', () => {
  const text = new Text('<p>one</p>').type(' /ta');
  const before = blockMenuOf(text.state)?.from ?? 0;
  text.state = text.state.apply(text.state.tr.insertText('longer ', 1, 1));
  expect(blockMenuOf(text.state)).toMatchObject({ from: before + 7, query: 'ta' });
});

test.each([
  ['Heading 2', '<h2>one </h2>'],
  ['Heading 4', '<h4>one </h4>'],
  ['Bullet list', '<ul>\n  <li>one </li>\n</ul>'],
  ['Numbered list', '<ol>\n  <li>one </li>\n</ol>'],
  ['Code', '<pre><code>one </code></pre>'],
])('%s changes the block, and one undo brings the typed text back', (name, html) => {
  const text = new Text('<p>one</p>').type(' /');
  expect(text.run(chooseBlock(block(name)))).toBe(true);
  expect(text.html).toBe(html);
  expect(text.names).toBeUndefined();
  text.run(undo);
  expect(text.html).toBe('<p>one /</p>');
  text.run(redo);
  expect(text.html).toBe(html);
});

test.each(['Table', 'Rule', 'Details', 'Note', 'Quote', 'Pull quote', 'Footnote'])(
  '%s takes the place of what was typed, and one undo brings it back',
  (name) => {
    const text = new Text('<p></p>').type(`/${name.slice(0, 2)}`);
    const typed = text.html;
    expect(text.run(chooseBlock(block(name)))).toBe(true);
    expect(text.html).not.toContain(`/${name.slice(0, 2)}`);
    expect(text.html).toMatch(/<(table|hr|details|aside|blockquote|sup)/);
    text.run(undo);
    expect(text.html).toBe(typed);
  },
);

test('the caret is in the first cell of a new table', () => {
  const text = new Text('<p></p>').type('/ta');
  text.run(chooseBlock(block('Table')));
  expect(text.type('a').html).toContain('<th scope="col">a</th>');
});

test('a video asks for its address, and both are one undo step', () => {
  const text = new Text('<p></p>').type('/vi');
  text.run(chooseBlock(block('Video')));
  expect(addressQuestionOf(text.state)).toMatchObject({ kind: 'video', from: 1, to: 4 });
  const dispatch = (transaction: typeof text.state.tr) => {
    text.state = text.state.apply(transaction);
  };
  const answer = (address: string) =>
    answerQuestion({ address, linkText: address }, text.state, dispatch);
  expect(answer('https://example.org/a')).toMatch(/youtube\.com/);
  expect(answer('https://youtu.be/dQw4w9WgXcQ')).toBeNull();
  expect(text.html).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
  expect(text.html).not.toContain('/vi');
  expect(addressQuestionOf(text.state)).toBeNull();
  text.run(undo);
  expect(text.html).toBe('<p>/vi</p>');
  expect(addressQuestionOf(text.state)).toBeNull();
});
