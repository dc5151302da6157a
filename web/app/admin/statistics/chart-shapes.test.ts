import { expect, test } from 'vitest';
import { indexAt, labelStep, stepArea, stepLine, ticksFor } from './chart-shapes.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [42, [0, 20, 40, 60]],
  [1_000, [0, 500, 1_000]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('a scale up to %i has round numbers', (most, ticks) => {
  expect(ticksFor(most)).toEqual(ticks);
});

test('names have room beside one another', () => {
  expect(labelStep(30, 900, 60)).toBe(2);
  expect(labelStep(7, 900, 60)).toBe(1);
  expect(labelStep(365, 300, 60)).toBe(73);
});

const plot = { left: 10, top: 0, width: 100, height: 50, most: 5, count: 2 };

test('a step line is drawn on whole pixels', () => {
  expect(stepLine(plot, [5, 1])).toBe('M10 0H60V40H110');
  expect(stepArea(plot, [5, 1])).toBe('M10 0H60V40H110V50H10Z');
});

test('a pointer beside the chart is over its first or last value', () => {
  expect([-5, 10, 59, 60, 500].map((x) => indexAt(plot, x))).toEqual([0, 0, 0, 1, 1]);
});
