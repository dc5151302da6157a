import { describe, expect, it } from 'vitest';
import type { TextState } from '../html/text-edits.ts';
import { insertBlocks, insertCleaned, isInTag, isOwnLine } from './use-paste.ts';

/** A text with its selection between two bars, or its caret at one. */
function state(marked: string): TextState {
  const from = marked.indexOf('|');
  const last = marked.lastIndexOf('|');
  return { text: marked.replaceAll('|', ''), from, to: last === from ? from : last - 1 };
}

function marked({ text, from, to }: TextState): string {
  const selected = from === to ? '|' : `|${text.slice(from, to)}|`;
  return text.slice(0, from) + selected + text.slice(to);
}

const TWO = '<p>a</p>\n<p>b</p>';

describe('blocks', () => {
  it.each([
    ['|', `${TWO}|`],
    ['one\n|', `one\n${TWO}|`],
    ['one|', `one\n${TWO}|`],
    ['one\n|two', `one\n${TWO}\n|two`],
    ['<p>one|two</p>', `<p>one</p>\n${TWO}|\n<p>two</p>`],
    [
      '<p class="note">one |x| two</p>\n',
      `<p class="note">one</p>\n${TWO}|\n<p class="note">two</p>\n`,
    ],
    ['<p>|</p>', `${TWO}|`],
    ['<p>one|</p>\n<p>two</p>', `<p>one</p>\n${TWO}|\n<p>two</p>`],
    ['<p>|one</p>', `${TWO}|\n<p>one</p>`],
    ['<blockquote>\n|\n</blockquote>', `<blockquote>\n${TWO}|\n</blockquote>`],
  ])('%s', (before, after) => {
    expect(marked(insertBlocks(state(before), TWO))).toBe(after);
  });
});

describe('words', () => {
  const words = { html: '<p>a <em>b</em></p>', inline: 'a <em>b</em>' };
  it.each([
    ['<p>one | two</p>', '<p>one a <em>b</em>| two</p>'],
    ['<li>|x|</li>', '<li>a <em>b</em>|</li>'],
    ['one\n|\ntwo', 'one\n<p>a <em>b</em></p>|\ntwo'],
    ['<p>|</p>', '<p>a <em>b</em></p>|'],
    ['<p>|old|</p>', '<p>a <em>b</em></p>|'],
  ])('%s', (before, after) => {
    expect(marked(insertCleaned(state(before), words))).toBe(after);
  });
});

it.each([
  ['|', true],
  ['one\n  |\ntwo', true],
  ['<p>|</p>', true],
  ['<p>one</p>|', false],
  ['one |', false],
  ['<li>|</li>', false],
])('a line of its own: %s is %s', (text, expected) => {
  expect(isOwnLine(state(text))).toBe(expected);
});

it.each([
  ['<a href="|">a</a>', true],
  ['<a| href="">a</a>', true],
  ['<a href="">|a|</a>', false],
  ['a < b| c', false],
])('in a tag: %s is %s', (text, expected) => {
  expect(isInTag(state(text))).toBe(expected);
});
