import { expect, test } from 'vitest';
import { classesOf, hasClass, setClass } from './extra-classes.ts';
import type { Extra } from './schema.ts';

const ID = ['id', 'a'] as const;
const EXTRA: Extra = [ID, ['class', ' one  two\n']];

test('reads classes', () => {
  expect(classesOf(EXTRA)).toEqual(['one', 'two']);
  expect(classesOf([['id', 'one']])).toEqual([]);
  expect(hasClass(EXTRA, 'two')).toBe(true);
  expect(hasClass(EXTRA, 'tw')).toBe(false);
});

test('adds a class', () => {
  expect(setClass([ID], 'pull', true)).toEqual([['class', 'pull'], ID]);
  expect(setClass(EXTRA, 'pull', true)).toEqual([ID, ['class', 'one two pull']]);
});

test('removes a class, and the attribute with the last one', () => {
  expect(setClass(EXTRA, 'one', false)).toEqual([ID, ['class', 'two']]);
  expect(setClass([['class', 'pull'], ID], 'pull', false)).toEqual([ID]);
});

test('changes nothing if there is nothing to do', () => {
  expect(setClass(EXTRA, 'one', true)).toBe(EXTRA);
  expect(setClass(EXTRA, 'pull', false)).toBe(EXTRA);
});
