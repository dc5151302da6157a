import { undo } from 'prosemirror-history';
import { type Command, EditorState, NodeSelection } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow } from 'prosemirror-tables';
import { expect, test } from 'vitest';
import { applyCommand, openState, textAfter } from '../../../../../../test-support/visual-state.ts';
import { nodes } from '../../document/schema.ts';
import { VisualDocument } from '../../document/visual-document.ts';
import { addRowAbove, toggleHeaderRow } from '../node-views/table-view.ts';
import {
  insertBlocks,
  insertDetails,
  insertNote,
  insertRule,
  insertTable,
  insertVideo,
  linkAround,
  setLink,
  toggle,
  toggleCode,
  toggleHeading,
  toggleList,
  togglePullQuote,
  toggleQuote,
  toggleRule,
} from './commands.ts';
import { insertFootnote } from './footnotes.ts';

test.each<[string, Command, string, string]>([
  ['a heading', toggleHeading(2), '<p>On|e</p>', '<h2>One</h2>'],
  ['another level', toggleHeading(3), '<h2>On|e</h2>', '<h3>One</h3>'],
  ['no heading', toggleHeading(2), '<h2 id="a">On|e</h2>', '<p id="a">One</p>'],
  ['bold', toggle('strong'), '<p>A [b] c</p>', '<p>A <strong>b</strong> c</p>'],
  ['not bold', toggle('strong'), '<p>A <b>[b]</b> c</p>', '<p>A b c</p>'],
  [
    'a list',
    toggleList('bullet_list'),
    '<p>One[</p><p>T]wo</p>',
    '<ul>\n  <li>One</li>\n  <li>Two</li>\n</ul>',
  ],
  [
    'another list',
    toggleList('ordered_list'),
    '<ul><li>On|e</li></ul>',
    '<ol>\n  <li>One</li>\n</ol>',
  ],
  ['no list', toggleList('bullet_list'), '<ul><li>On|e</li></ul>', '<p>One</p>'],
  ['a quote', toggleQuote, '<p>On|e</p>', '<blockquote><p>One</p></blockquote>'],
  ['no quote', toggleQuote, '<blockquote><p>On|e</p></blockquote>', '<p>One</p>'],
  [
    'a pull quote',
    togglePullQuote,
    '<p>On|e</p>',
    '<blockquote class="pull"><p>One</p></blockquote>',
  ],
  [
    'no pull quote',
    togglePullQuote,
    '<blockquote class="pull"><p>On|e</p></blockquote>',
    '<blockquote><p>One</p></blockquote>',
  ],
  [
    'a pull quote with other classes',
    togglePullQuote,
    '<blockquote id="a" class="wide dark"><p>On|e</p></blockquote>',
    '<blockquote id="a" class="wide dark pull"><p>One</p></blockquote>',
  ],
  [
    'no pull quote, but its other classes',
    togglePullQuote,
    '<blockquote class="pull wide"><p>On|e</p></blockquote>',
    '<blockquote class="wide"><p>One</p></blockquote>',
  ],
  ['code in a line', toggleCode, '<p>A [b] c</p>', '<p>A <code>b</code> c</p>'],
  ['a block of code', toggleCode, '<p>a|</p>', '<pre><code>a</code></pre>'],
  ['no block of code', toggleCode, '<pre><code>a|</code></pre>', '<p>a</p>'],
  ['a rule', insertRule, '<p>One|</p><p>Two</p>', '<p>One</p>\n<hr>\n<p>Two</p>'],
  ['a note', insertNote, '<p>On|e</p>', '<aside class="note"><p>One</p></aside>'],
  [
    'a link',
    setLink('https://example.org/'),
    '<p>A [b]</p>',
    '<p>A <a href="https://example.org/">b</a></p>',
  ],
  [
    'a link without a selection',
    setLink('https://a.example/', 'a.example'),
    '<p>A|b</p>',
    '<p>A<a href="https://a.example/">a.example</a>b</p>',
  ],
  [
    'another address',
    setLink('/b'),
    '<p><a href="/a">A <b>b|</b></a> c</p>',
    '<p><a href="/b">A <b>b</b></a> c</p>',
  ],
  [
    'a link without the spaces at its ends',
    setLink('/b'),
    '<p>A[ b c ]d</p>',
    '<p>A <a href="/b">b c</a> d</p>',
  ],
  ['no link', setLink(null), '<p><a href="/a">A <b>b|</b></a> c</p>', '<p>A <b>b</b> c</p>'],
])('%s', (_name, command, before, expected) => {
  expect(textAfter(before, command)).toBe(expected);
});

test.each<[string, Command]>([
  ['a heading', toggleHeading(2)],
  ['bold', toggle('strong')],
  ['a quote', toggleQuote],
  ['a list', toggleList('bullet_list')],
  ['a block of code', toggleCode],
])('%s twice is the source again', (_name, command) => {
  const source = '<P>One  two</P>\n\n<p>Three</p>';
  const { state, write } = openState(source);
  expect(write(applyCommand(applyCommand(state, command), command))).toBe(source);
});

test('separators of a block that becomes another kind stay', () => {
  expect(textAfter('<p>One</p>\n\n<p>Tw|o</p>\n\n<p>Three</p>', toggleHeading(2))).toBe(
    '<p>One</p>\n\n<h2>Two</h2>\n\n<p>Three</p>',
  );
});

test('a table of three columns, with the caret in its first cell', () => {
  const { state, write } = openState('<p>One|</p>');
  const next = applyCommand(state, insertTable);
  expect(next.selection.$from.parent.type.name).toBe('paragraph');
  expect(next.selection.$from.node(-1).type.name).toBe('table_header');
  const rows = write(next).match(/<tr>.*<\/tr>/g);
  expect(rows).toEqual([
    '<tr><th scope="col"></th><th scope="col"></th><th scope="col"></th></tr>',
    '<tr><td></td><td></td><td></td></tr>',
    '<tr><td></td><td></td><td></td></tr>',
  ]);
  expect(insertTable(next)).toBe(false);
});

const TABLE =
  '<table>\n<thead>\n<tr><th>A</th></tr>\n</thead>\n<tbody>\n<tr><td>1|</td></tr>\n</tbody>\n</table>';
const rowsOf = (html: string) => [...html.matchAll(/<tr>(.*)<\/tr>/g)].map(([, cells]) => cells);

test('rows and columns are added and removed', () => {
  expect(rowsOf(textAfter(TABLE, addRowAfter))).toEqual(['<th>A</th>', '<td>1</td>', '<td></td>']);
  expect(rowsOf(textAfter(TABLE, addRowAbove))).toEqual(['<th>A</th>', '<td></td>', '<td>1</td>']);
  expect(rowsOf(textAfter(TABLE, addColumnAfter))).toEqual([
    '<th>A</th><th></th>',
    '<td>1</td><td></td>',
  ]);
  expect(rowsOf(textAfter(TABLE, addColumnAfter, deleteColumn))).toEqual([
    '<th></th>',
    '<td></td>',
  ]);
  expect(rowsOf(textAfter(TABLE, deleteRow))).toEqual(['<th>A</th>']);
  expect(addRowAbove(openState(TABLE.replace('1|', '1').replace('A<', 'A|<')).state)).toBe(false);
});

test('the first row becomes the head of the table, and a row again', () => {
  const plain = '<table>\n<tbody>\n<tr><td>A|</td></tr>\n<tr><td>B</td></tr>\n</tbody>\n</table>';
  const head = textAfter(plain, toggleHeaderRow);
  expect(head).toContain('<thead>\n<tr><th scope="col">A</th></tr>\n</thead>');
  expect(textAfter(plain, toggleHeaderRow, toggleHeaderRow)).toBe(plain.replace('|', ''));
  expect(textAfter('<p>One|</p>', insertTable, toggleHeaderRow)).not.toContain('scope');
});

test('details and embeds', () => {
  expect(textAfter('<p>One|</p>', insertDetails)).toContain('<details><summary></summary>');
  const src = 'https://www.youtube-nocookie.com/embed/abcdefghijk';
  expect(textAfter('<p>One|</p>', insertVideo({ src, title: 'YouTube video' }))).toContain(
    `<iframe src="${src}" title="YouTube video"`,
  );
});

test('a block that is inserted in a list comes after all of it', () => {
  const rule = insertBlocks([nodes.rule.create()]);
  expect(textAfter('<ul><li>On|e</li></ul>', rule)).toBe('<ul><li>One</li></ul>\n<hr>');
});

test('the link around the caret is found as a whole', () => {
  const { state } = openState('<p>x <a href="/a">A <b>b|b</b></a> c</p>');
  expect(linkAround(state)).toEqual({ from: 3, to: 7, href: '/a' });
  expect(linkAround(openState('<p>x| <a href="/a">A</a></p>').state)).toBeNull();
});

test('a command is undone in one step, to the same bytes', () => {
  const source = '<p>One\ntwo</p>';
  const { state, write } = openState(source);
  for (const command of [insertFootnote, insertTable, toggleQuote]) {
    expect(write(applyCommand(applyCommand(state, command), undo))).toBe(source);
  }
});

test.each<[string, string]>([
  ['at the end', '<p>One|</p>'],
  ['in an empty text', '|'],
  ['before a paragraph', '<P>One|</P>\n\n<p>Two</p>'],
  ['before a list', '<p>One|</p><ul><li>Two</li></ul>'],
  ['in a quote', '<blockquote><p>One|</p><p>Two</p></blockquote>'],
])('a rule %s is removed when the tool is used again', (_name, marked) => {
  const { state, write } = openState(marked);
  const inserted = applyCommand(state, toggleRule);
  expect(write(inserted)).toContain('<hr>');
  expect(write(applyCommand(inserted, toggleRule))).toBe(write(state));
});

test('a selected rule is removed, also if there is nothing else', () => {
  const select = (html: string, position: number) => {
    const visual = new VisualDocument();
    const doc = visual.open(html);
    const state = EditorState.create({ doc, selection: NodeSelection.create(doc, position) });
    return visual.write(applyCommand(state, toggleRule).doc);
  };
  expect(select('<p>One</p>\n<hr>\n<p>Two</p>', 5)).toBe('<p>One</p>\n<p>Two</p>');
  expect(select('<hr>', 0)).toBe('');
});

test('a rule is inserted below text that follows another', () => {
  expect(textAfter('<hr>\n<p>On|e</p>', toggleRule)).toBe('<hr>\n<p>One</p>\n<hr>');
});

test('what is written after a new rule or video is no part of the heading or list below it', () => {
  const write: Command = ({ tr }, dispatch) => {
    dispatch?.(tr.insertText('New'));
    return true;
  };
  for (const block of ['<h2>Two</h2>', '<ul>\n  <li>Two</li>\n</ul>'])
    expect(textAfter(`<p>One|</p>${block}`, insertRule, write)).toBe(
      `<p>One</p>\n<hr>\n<p>New</p>\n${block}`,
    );
});

test('there is a place to write between the footnotes and the block that is inserted above them', () => {
  const notes = '<section class="footnotes"><ol>\n  <li id="fn1"><p>See</p></li>\n</ol></section>';
  for (const command of [insertTable, insertDetails, insertRule])
    for (const marked of [`<p>One|</p>\n${notes}`, `<p>One</p>\n<p>|</p>\n${notes}`]) {
      const { state, write } = openState(marked);
      const { doc } = applyCommand(state, command);
      const { lastChild } = doc;
      const place = doc.resolve(doc.content.size - (lastChild?.nodeSize ?? 0)).nodeBefore;
      expect([place?.type.name, place?.content.size]).toEqual(['paragraph', 0]);
      expect(write(applyCommand(state, command))).not.toContain('<p></p>\n<section');
    }
});
