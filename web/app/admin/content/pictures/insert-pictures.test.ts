import { expect, test } from 'vitest';
import { insertPictures } from './picture-position.ts';

/** The bar is the caret, the star where the pictures are dropped. */
function insert(marked: string, lines = ['A', 'B']): string {
  const text = marked.replaceAll(/[|*]/g, '');
  const caret = marked.replace('*', '').indexOf('|');
  const near = marked.includes('*') ? marked.replace('|', '').indexOf('*') : undefined;
  const state = { text, from: Math.max(caret, 0), to: Math.max(caret, 0) };
  const next = insertPictures(state, { near, caret: caret === -1 ? null : caret }, () => lines);
  expect(next.from).toBe(next.to);
  return `${next.text.slice(0, next.to)}|${next.text.slice(next.to)}`;
}

test.each([
  ['at the caret, which goes behind them', 'a |b', 'a \nA\nB\n|b'],
  ['below the line of the caret', '<p>a</p>|\n<p>b</p>', '<p>a</p>\nA\nB\n|<p>b</p>'],
  ['behind the paragraph of the caret, which stays', '<p>one tw|o</p>', '<p>one tw|o</p>\nA\nB\n'],
  ['before the caret, which stays', '<p>a</p>\n*<p>b|</p>', '<p>a</p>\nA\nB\n<p>b|</p>'],
  ['behind the caret, which stays', '<p>a|</p>\n*<p>b</p>', '<p>a|</p>\nA\nB\n<p>b</p>'],
  ['dropped at the caret, which stays', 'a|*', 'a|\nA\nB\n'],
  ['into an empty text', '|', 'A\nB\n|'],
])('pictures are inserted %s', (_, before, after) => {
  expect(insert(before)).toBe(after);
});

test('without a caret, pictures are inserted at the end', () => {
  expect(insert('<p>a</p>').replace('|', '')).toBe('<p>a</p>\nA\nB\n');
});

test('the lines know the line break before them', () => {
  const leads: string[] = [];
  for (const text of ['', 'a\n', 'a']) {
    const at = text.length;
    insertPictures({ text, from: at, to: at }, { near: undefined, caret: at }, (lead) => {
      leads.push(lead);
      return ['A'];
    });
  }
  expect(leads).toEqual(['', '', '\n']);
});
