import { expect, test } from 'vitest';
import { floatingPlace } from './floating-place.ts';

const PHONE = { top: 0, left: 0, bottom: 667, right: 375 };
const SIZE = { width: 200, height: 300 };

function caret(left: number, top: number) {
  return { left, right: left, top, bottom: top + 20 };
}

test('on the wanted side if there is room', () => {
  const below = { window: PHONE, side: 'below' } as const;
  const above = { window: PHONE, side: 'above' } as const;
  expect(floatingPlace(caret(50, 100), SIZE, below)).toEqual({ left: 50, top: 128, height: 300 });
  expect(floatingPlace(caret(50, 400), SIZE, above)).toEqual({ left: 50, top: 92, height: 300 });
});

test('on the other side if there is more room', () => {
  const place = floatingPlace(caret(50, 500), SIZE, { window: PHONE, side: 'below' });
  expect(place).toEqual({ left: 50, top: 192, height: 300 });
});

test('lower if there is room on neither side', () => {
  const low = { ...PHONE, bottom: 400 };
  const place = floatingPlace(caret(50, 150), SIZE, { window: low, side: 'below' });
  expect(place).toEqual({ left: 50, top: 178, height: 214 });
});

test('no higher than the window', () => {
  const landscape = { top: 44, left: 0, bottom: 180, right: 667 };
  const place = floatingPlace(caret(50, 100), SIZE, { window: landscape, side: 'below' });
  expect(place).toEqual({ left: 50, top: 52, height: 120 });
});

test('inside of the window at its edges', () => {
  const options = { window: PHONE, side: 'below' } as const;
  expect(floatingPlace(caret(370, 100), SIZE, options).left).toBe(167);
  expect(floatingPlace(caret(-20, 100), SIZE, options).left).toBe(8);
});

test('over a text that fills the window', () => {
  const selection = { left: 20, right: 300, top: -500, bottom: 2000 };
  const small = { width: 200, height: 90 };
  const above = floatingPlace(selection, small, { window: PHONE, side: 'above' });
  expect(above).toEqual({ left: 20, top: 8, height: 90 });
});

test('out of the window with a text that was scrolled away', () => {
  const small = { width: 200, height: 40 };
  const options = { window: PHONE, side: 'above' } as const;
  expect(floatingPlace(caret(20, 900), small, options).top).toBe(852);
  expect(floatingPlace(caret(20, -300), small, options).top).toBeLessThan(-200);
});
