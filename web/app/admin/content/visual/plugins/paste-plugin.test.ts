import { history, undo } from 'prosemirror-history';
import { EditorState, NodeSelection, Selection } from 'prosemirror-state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PasteView } from '../../../../../../test-support/paste-view.ts';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import { pastePlugin } from './paste-plugin.ts';

const FIGURE = '<figure><img src="/a.png" alt="A"></figure>';
const RAW_HTML = '<my-box>One</my-box>';
const PLAIN_KEYS = { ctrlKey: true, metaKey: false, shiftKey: true, key: 'V' };

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://blog.example' } }));
afterEach(() => vi.unstubAllGlobals());

/** With the caret at the end of the text, or with its first block selected. */
function open(html: string, selected: 'end' | 'block' = 'end') {
  const doc = schema.node('doc', null, blocksFromHtml(html));
  const selection = selected === 'end' ? Selection.atEnd(doc) : NodeSelection.create(doc, 0);
  const notices: (() => void)[] = [];
  const catchUp = vi.fn();
  const plugin = pastePlugin({
    pictures: () => ({ insert: vi.fn(), insertWith: vi.fn(), notePasted: vi.fn() }),
    openPart: blocksFromHtml,
    catchUp: () => catchUp(),
    onMarkdown: (keep) => notices.push(keep),
  });
  const state = EditorState.create({ doc, selection, plugins: [history()] });
  return { view: new PasteView(state, plugin), notices, catchUp };
}

function htmlOf({ state }: PasteView): string {
  return fragmentHtml(state.doc.content);
}

const BOLD = { 'text/plain': 'two', 'text/html': '<b>two</b>' };

test('the keys for plain text count for the paste after them, not for a later one', async () => {
  const { view } = open('<p>one</p>');
  view.press({ ...PLAIN_KEYS, timeStamp: 100 });
  view.paste(BOLD, 110);
  expect(htmlOf(view)).toBe('<p>onetwo</p>');
  view.paste(BOLD, 5000);
  await expect.poll(() => htmlOf(view)).toBe('<p>onetwo<strong>two</strong></p>');
});

test('the keys for plain text do not count for a drop', async () => {
  const { view } = open('<p>one</p>');
  view.press({ ...PLAIN_KEYS, timeStamp: 100 });
  view.drop(BOLD, 110);
  await expect.poll(() => htmlOf(view)).toBe('<p>one<strong>two</strong></p>');
});

test.each([
  ['several lines are a block', 'a {\n}\n', '<p>one</p>\n<pre><code>a {\n}</code></pre>\n<p></p>'],
  ['one line is text', 'a', '<p>onea</p>'],
])('of code, %s', (_name, text, expected) => {
  const { view } = open('<p>one</p>');
  const html =
    '<html><head></head><body><pre style="background-color:#2b2b2b;font-family:monospace;">a</pre></body></html>';
  view.paste({ 'text/plain': text, 'text/html': html });
  expect(htmlOf(view)).toBe(expected);
});

test.each([FIGURE, RAW_HTML, '<hr>'])('a selected %s stays', async (block) => {
  const shown = fragmentHtml(schema.node('doc', null, blocksFromHtml(block)).content);
  const { view } = open(`${block}\n<p>end</p>`, 'block');
  view.paste({ 'text/plain': 'two' });
  expect(htmlOf(view)).toBe(`${shown}\n<p>two</p>\n<p>end</p>`);
  undo(view.state, view.dispatch);
  expect(htmlOf(view)).toBe(`${shown}\n<p>end</p>`);

  const { view: cleaned } = open(`${block}\n<p>end</p>`, 'block');
  cleaned.paste({ 'text/plain': 'a', 'text/html': '<h2>a</h2><ul><li>b</li></ul>' });
  const expected = `${shown}\n<h2>a</h2>\n<ul>\n  <li>b</li>\n</ul>\n<p>end</p>`;
  await expect.poll(() => htmlOf(cleaned)).toBe(expected);
});

test('a video goes after a selected block, an address over it makes no link', () => {
  const { view } = open(`${FIGURE}\n<p>end</p>`, 'block');
  view.paste({ 'text/plain': 'https://youtu.be/dQw4w9WgXcQ' });
  expect(htmlOf(view)).toMatch(/^<figure>.*<\/figure>\n<iframe .*<\/iframe>\n<p>end<\/p>$/);

  const { view: other } = open(`${FIGURE}\n<p>end</p>`, 'block');
  other.paste({ 'text/plain': 'https://example.org/' });
  expect(htmlOf(other)).toContain('\n<p>https://example.org/</p>\n');
});

test('a paste without text changes nothing', () => {
  const { view } = open(`${FIGURE}\n<p>end</p>`, 'block');
  const before = view.state.doc;
  view.paste({ 'text/plain': '' });
  expect(view.state.doc.eq(before)).toBe(true);
});

test('keeping Markdown takes back the conversion, not the words before it', async () => {
  const { view, notices } = open('<p></p>');
  view.dispatch(view.state.tr.insertText('words '));
  view.paste({ 'text/plain': '# Title\n\n- one\n- two' });
  await expect.poll(() => notices).toHaveLength(1);
  expect(htmlOf(view)).toContain('<li>one</li>');
  notices[0]?.();
  expect(htmlOf(view)).toBe('<p>words # Title</p>\n<p>- one</p>\n<p>- two</p>');
});

test('what was written in another view during the conversion stays', async () => {
  const { view, catchUp } = open('<p>one</p>');
  catchUp.mockImplementation(() => {
    const typed = schema.node('doc', null, blocksFromHtml('<p>one and typed</p>'));
    view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, typed.content));
  });
  view.paste(BOLD);
  await expect.poll(() => htmlOf(view)).toBe('<p>one and typed<strong>two</strong></p>');
});

test('lines with tabs on a line of their own become a table, and undo gives the text', () => {
  const { view } = open('<p>one</p><p></p>');
  view.paste({ 'text/plain': 'a\tb\nc\td\n' });
  expect(htmlOf(view)).toMatch(/^<p>one<\/p>\n<table>/);
  expect(htmlOf(view)).toContain('<td>d</td>');
  undo(view.state, view.dispatch);
  expect(htmlOf(view)).toBe('<p>one</p>\n<p>a\tb<br>c\td</p>');
  undo(view.state, view.dispatch);
  expect(htmlOf(view)).toBe('<p>one</p>\n<p></p>');
});

test.each([
  ['<p>one</p>', '<p>onea\tb<br>c\td</p>'],
  ['<ul><li></li></ul>', 'a\tb<br>c\td'],
])('in %s, lines with tabs stay text', (html, expected) => {
  const { view } = open(html);
  view.paste({ 'text/plain': 'a\tb\nc\td' });
  expect(htmlOf(view)).toContain(expected);
  expect(htmlOf(view)).not.toContain('<table');
});
