import { test } from 'vitest';
import {
  expectEveryLineInView,
  LAPTOP,
  LOW,
  PHONE,
  watchCaret,
} from '../../../component-tests/caret-room.ts';

watchCaret();

/** The last two have hardly any room between the bars. */
const SIZES = [LAPTOP, [1440, 900], [1680, 1050], PHONE, LOW, [1280, 520]] as const;

for (const size of SIZES) {
  for (const view of ['HTML', 'Side by side'] as const) {
    // A phone has no room for two panes.
    if (view === 'Side by side' && size[0] < 1152) continue;
    test(`the current line is in view at ${size.join('×')}, ${view}`, () =>
      expectEveryLineInView(size, view));
  }
}
