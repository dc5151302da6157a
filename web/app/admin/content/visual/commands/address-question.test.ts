import { history } from 'prosemirror-history';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import {
  addressQuestion,
  addressQuestionOf,
  answerQuestion,
  askForLink,
  closeQuestion,
  removeLink,
} from './address-question.ts';

function open(html: string, from: number, to = from) {
  let state = EditorState.create({
    doc: schema.node('doc', null, blocksFromHtml(html)),
    plugins: [addressQuestion(), history()],
  });
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
  const dispatch = (transaction: typeof state.tr) => {
    state = state.apply(transaction);
  };
  return {
    run: (command: Command) => command(state, dispatch),
    answer: (typed: string, words = typed) =>
      answerQuestion({ address: typed, linkText: words }, state, dispatch),
    dispatch,
    get state() {
      return state;
    },
    get question() {
      return addressQuestionOf(state);
    },
    get html() {
      return fragmentHtml(state.doc.content);
    },
  };
}

const LINK = '<p>one <a href="https://example.org/">two</a> three</p>';

test('a link around the selection gets its scheme', () => {
  const text = open('<p>one two</p>', 5, 8);
  expect(text.run(askForLink)).toBe(true);
  expect(text.question).toEqual({ kind: 'link', from: 5, to: 8, href: null });
  expect(text.answer('example.org/page')).toBeNull();
  expect(text.html).toBe('<p>one <a href="https://example.org/page">two</a></p>');
  expect(text.question).toBeNull();
});

test('without a selection the address becomes the text', () => {
  const text = open('<p>one</p>', 4);
  text.run(askForLink);
  expect(text.answer('example.org')).toBeNull();
  expect(text.html).toBe('<p>one<a href="https://example.org">example.org</a></p>');
});

test('without a selection, the title of a post becomes the text', () => {
  const text = open('<p>one</p>', 4);
  text.run(askForLink);
  expect(text.answer('/blog/tea', 'On tea')).toBeNull();
  expect(text.html).toBe('<p>one<a href="/blog/tea">On tea</a></p>');
});

test('an address that a link may not have is refused, and the field stays', () => {
  const text = open('<p>one two</p>', 5, 8);
  text.run(askForLink);
  expect(text.answer('javascript:alert(1)')).toMatch(/cannot lead to a “javascript:” address/);
  expect(text.answer('')).toMatch(/Enter an address/);
  expect(text.question).not.toBeNull();
  expect(text.html).toBe('<p>one two</p>');
});

test('the field is for the whole link around the caret', () => {
  const text = open(LINK, 6);
  text.run(askForLink);
  expect(text.question).toEqual({ kind: 'link', from: 5, to: 8, href: 'https://example.org/' });
  expect(text.answer('/about')).toBeNull();
  expect(text.html).toBe('<p>one <a href="/about">two</a> three</p>');
});

test('a link is removed by the button and by an empty address', () => {
  const removed = open(LINK, 6);
  removed.run(askForLink);
  removed.run(removeLink);
  expect(removed.html).toBe('<p>one two three</p>');
  expect(removed.question).toBeNull();
  const emptied = open(LINK, 6);
  emptied.run(askForLink);
  expect(emptied.answer('')).toBeNull();
  expect(emptied.html).toBe('<p>one two three</p>');
});

test('closing changes nothing', () => {
  const text = open(LINK, 6);
  text.run(askForLink);
  text.run(closeQuestion);
  expect(text.question).toBeNull();
  expect(text.html).toBe(LINK);
});

test('code and pictures have no links', () => {
  expect(open('<pre><code>one</code></pre>', 1, 3).run(askForLink)).toBe(false);
  const text = open('<hr><p>one</p>', 2);
  text.dispatch(text.state.tr.setSelection(NodeSelection.create(text.state.doc, 0)));
  expect(text.run(askForLink)).toBe(false);
});

test('the range follows changes elsewhere in the text', () => {
  const text = open('<p>one two</p>', 5, 8);
  text.run(askForLink);
  text.dispatch(text.state.tr.insertText('more ', 1, 1));
  expect(text.question).toMatchObject({ from: 10, to: 13 });
});
