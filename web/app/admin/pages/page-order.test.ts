import type { Placement } from '@longhand/contract/pages/page-addresses';
import { expect, test } from 'vitest';
import { canMove, inPageOrder, movedPositions } from './page-order.ts';

function entry(id: string, placement: Placement, position: number) {
  return { id, placement, position };
}

const PAGES = [
  entry('now', 'none', 0),
  entry('imprint', 'footer', 2),
  entry('contact', 'header', 5),
  entry('about', 'header', 1),
];
const [now, imprint, contact, about] = PAGES as [Entry, Entry, Entry, Entry];
type Entry = ReturnType<typeof entry>;

test('pages of the header come first, then those of the footer, then the others', () => {
  const ids = inPageOrder(PAGES).map(({ id }) => id);
  expect(ids).toEqual(['about', 'contact', 'imprint', 'now']);
});

test('a page moves only among those in the same place', () => {
  expect(canMove(PAGES, about, 'up')).toBe(false);
  expect(canMove(PAGES, about, 'down')).toBe(true);
  expect(canMove(PAGES, contact, 'down')).toBe(false);
  expect(canMove(PAGES, imprint, 'up')).toBe(false);
  expect(canMove(PAGES, now, 'up')).toBe(false);
});

test('moving exchanges two positions', () => {
  expect(movedPositions(PAGES, contact, 'up')).toEqual(
    new Map([
      ['contact', 1],
      ['about', 5],
    ]),
  );
  expect(movedPositions(PAGES, contact, 'down')).toEqual(new Map());
});

test('pages with the same position get numbers of their own', () => {
  const same = ['a', 'b', 'c'].map((id) => entry(id, 'footer', 4));
  const [a] = same as [Entry];
  expect(movedPositions(same, a, 'down')).toEqual(
    new Map([
      ['a', 5],
      ['c', 6],
    ]),
  );
  const last = ['a', 'b'].map((id) => entry(id, 'footer', 9_999));
  const [, b] = last as [Entry, Entry];
  expect([...movedPositions(last, b, 'up').values()].every((position) => position <= 9_999)).toBe(
    true,
  );
});
