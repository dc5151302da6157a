import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml } from '../../document/slices.ts';
import { toggle } from '../commands/commands.ts';
import {
  BUBBLE_TOOLS,
  dismissBubble,
  hideBubble,
  isBubbleShown,
  selectionBubble,
  showBubble,
} from './bubble-plugin.ts';

function open(html: string) {
  let state = EditorState.create({
    doc: schema.node('doc', null, blocksFromHtml(html)),
    plugins: [selectionBubble()],
  });
  const dispatch = (transaction: typeof state.tr) => {
    state = state.apply(transaction);
  };
  return {
    select: (from: number, to: number) =>
      dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to))),
    run: (command: Command) => command(state, dispatch),
    dispatch,
    get state() {
      return state;
    },
    get isShown() {
      return isBubbleShown(state);
    },
  };
}

test('the bubble shows after a selection is finished, and hides while the next is made', () => {
  const text = open('<p>one two</p>');
  text.select(1, 4);
  expect(text.isShown).toBe(false);
  text.run(showBubble);
  expect(text.isShown).toBe(true);
  text.run(hideBubble);
  expect(text.isShown).toBe(false);
});

test('nothing to show without selected text, for blocks and in code', () => {
  const text = open('<hr><p>one</p><pre><code>two</code></pre>');
  text.select(2, 2);
  expect(text.run(showBubble)).toBe(false);
  text.dispatch(text.state.tr.setSelection(NodeSelection.create(text.state.doc, 0)));
  expect(text.run(showBubble)).toBe(false);
  text.select(7, 9);
  expect(text.run(showBubble)).toBe(false);
});

test('tools keep the bubble, typing hides it', () => {
  const text = open('<p>one two</p>');
  text.select(1, 4);
  text.run(showBubble);
  text.run(toggle('strong'));
  expect(text.isShown).toBe(true);
  text.dispatch(text.state.tr.insertText('x'));
  expect(text.isShown).toBe(false);
});

test('a dismissed bubble comes back with the next selection only', () => {
  const text = open('<p>one two</p>');
  text.select(1, 4);
  text.run(showBubble);
  text.run(dismissBubble);
  expect(text.run(showBubble)).toBe(false);
  text.run(toggle('strong'));
  expect(text.run(showBubble)).toBe(false);
  text.select(1, 5);
  expect(text.run(showBubble)).toBe(true);
});

function names(state: EditorState): string[] {
  return BUBBLE_TOOLS.filter(({ isPossible }) => isPossible?.(state) ?? true).map(
    ({ name }) => name,
  );
}

test('headings are for one paragraph or heading', () => {
  const text = open('<p>one</p><p>two</p>');
  text.select(1, 4);
  expect(names(text.state)).toContain('Heading 2');
  text.select(1, 8);
  expect(names(text.state)).not.toContain('Heading 2');
  const caption = open('<figure><img src="a.png" alt=""><figcaption>one</figcaption></figure>');
  caption.select(1, 4);
  expect(names(caption.state)).not.toContain('Heading 2');
});

test.each(BUBBLE_TOOLS.filter(({ name }) => name !== 'Link').map((tool) => [tool.name, tool]))(
  '%s is pressed after the first use and not after the second',
  (_name, { command, isActive }) => {
    const text = open('<p>one two</p>');
    text.select(1, 4);
    expect(isActive(text.state)).toBe(false);
    text.run(command);
    expect(isActive(text.state)).toBe(true);
    text.run(command);
    expect(isActive(text.state)).toBe(false);
  },
);
