import { expect, test } from 'vitest';
import { splitAtMonths } from './months.ts';

const range = (from: string, to: string) => ({ from, to });

test.each([
  ['2026-01-01', '2026-12-31', range('2026-01', '2026-12'), []],
  [
    '2026-01-31',
    '2026-04-01',
    range('2026-02', '2026-03'),
    [range('2026-01-31', '2026-01-31'), range('2026-04-01', '2026-04-01')],
  ],
  ['2024-02-01', '2024-02-29', range('2024-02', '2024-02'), []],
  ['2024-02-01', '2024-02-28', null, [range('2024-02-01', '2024-02-28')]],
  ['2025-12-15', '2026-01-20', null, [range('2025-12-15', '2026-01-20')]],
  ['2025-12-01', '2026-01-20', range('2025-12', '2025-12'), [range('2026-01-01', '2026-01-20')]],
])('%s to %s', (from, to, months, days) => {
  expect(splitAtMonths({ from, to })).toEqual({ months, days });
});
