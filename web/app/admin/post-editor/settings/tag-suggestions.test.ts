import { expect, test } from 'vitest';
import { completeTag, suggestTags, typedTag } from './tag-suggestions.ts';

const TAGS = ['Science', 'Finance', 'Data science', 'science-fiction', 'Zürich', 'Straße'].map(
  (tag, index) => ({ tag, posts: 10 - index }),
);

/** `|` is the caret. */
function parse(marked: string): [text: string, caret: number] {
  return [marked.replace('|', ''), marked.indexOf('|')];
}

const suggest = (marked: string) => suggestTags(TAGS, ...parse(marked));

test.each([
  ['|', ''],
  ['te|', 'te'],
  ['  te|', 'te'],
  ['One, te|', 'te'],
  ['One, te|ch, Two', 'te'],
  ['One,| te', ''],
  ['|One', ''],
  [',|', ''],
  ['|,', ''],
])('what was typed in “%s” is “%s”', (marked, typed) => {
  expect(typedTag(...parse(marked))).toBe(typed);
});

test('tags are suggested whose beginning, or that of a word in them, was typed in any case', () => {
  expect(suggest('SCI|')).toEqual(['Science', 'Data science', 'science-fiction']);
  expect(suggest('fi|')).toEqual(['Finance', 'science-fiction']);
  expect(suggest('data sc|')).toEqual(['Data science']);
  expect(suggest('ZÜR|')).toEqual(['Zürich']);
  expect(suggest('STRASSE|')).toEqual(['Straße']);
  expect(suggest('ence|')).toEqual([]);
  expect(suggest('fi|nal')).toEqual(['Finance', 'science-fiction']);
});

test('tags that are in the text are not suggested again, unless the caret is at them', () => {
  expect(suggest('science, sci|')).toEqual(['Data science', 'science-fiction']);
  expect(suggest('sci|, SCIENCE ,DATA SCIENCE')).toEqual(['science-fiction']);
  expect(suggest('Science|')).toEqual(['Science', 'Data science', 'science-fiction']);
});

test('with nothing typed, the most used are suggested, at most eight', () => {
  expect(suggest('|')).toEqual(TAGS.map(({ tag }) => tag));
  const many = Array.from({ length: 30 }, (_, n) => ({ tag: `Tag ${n}`, posts: 30 - n }));
  expect(suggestTags(many, 'Tag 0, ', 7)).toEqual(many.slice(1, 9).map(({ tag }) => tag));
});

test.each([
  ['te|', 'Tech, |'],
  [' te|', 'Tech, |'],
  ['One, te|', 'One, Tech, |'],
  ['One,te|', 'One, Tech, |'],
  ['One, te|, Two', 'One, Tech|, Two'],
  ['te|a, Two', 'Tech|, Two'],
  ['One, |', 'One, Tech, |'],
  ['|', 'Tech, |'],
])('“%s” is completed to “%s”', (marked, completed) => {
  const { text, from, to } = completeTag(...parse(marked), 'Tech');
  expect(`${text.slice(0, from)}|${text.slice(to)}`).toBe(completed);
});
