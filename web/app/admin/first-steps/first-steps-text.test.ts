import { FIRST_STEPS, type FirstStep } from '@longhand/contract/account';
import { expect, test } from 'vitest';
import { isOpen, removedText, STEPS } from './first-steps-text.ts';

const step = (done: boolean, name: FirstStep = 'name_site') => ({ name, done });

test('the list is open until every step is done or it is dismissed', () => {
  expect(isOpen({ steps: [step(true), step(false)], dismissed: false })).toBe(true);
  expect(isOpen({ steps: [step(true), step(true)], dismissed: false })).toBe(false);
  expect(isOpen({ steps: [step(false)], dismissed: true })).toBe(false);
});

test('statistics are offered, but alone keep no list open', () => {
  const offer = step(false, 'statistics');
  expect(isOpen({ steps: [step(true), offer], dismissed: false })).toBe(false);
  expect(isOpen({ steps: [step(false), offer], dismissed: false })).toBe(true);
});

test('how one writes is asked with the first post, so that it alone keeps no list open', () => {
  expect(isOpen({ steps: [step(true), step(false, 'choose_view')], dismissed: false })).toBe(false);
  const parts = Object.values(STEPS).flatMap(({ parts }) => parts);
  expect([...parts, 'choose_view'].toSorted()).toEqual([...FIRST_STEPS].toSorted());
  expect(Object.keys(STEPS).length).toBeLessThanOrEqual(6);
});

test('removing the samples says how many are in the trash, and how many stay', () => {
  expect(removedText(9, 0)).toBe('9 sample posts are in the trash.');
  expect(removedText(1, 1)).toBe('1 sample post is in the trash. 1 that you have changed stays.');
  expect(removedText(0, 2)).toBe(
    'There were no sample posts to remove. 2 that you have changed stay.',
  );
});
