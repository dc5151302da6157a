import { expect, test } from 'vitest';
import { tableOfTabs } from './tab-table.ts';

test('lines with equally many tabs are a table', () => {
  expect(tableOfTabs('Year\tCopies\n1823\t1 < 2\n1824\t\n')).toBe(
    [
      '<table>',
      '<tbody>',
      '<tr><td>Year</td><td>Copies</td></tr>',
      '<tr><td>1823</td><td>1 &lt; 2</td></tr>',
      '<tr><td>1824</td><td></td></tr>',
      '</tbody>',
      '</table>',
    ].join('\n'),
  );
});

test.each([
  ['one line', 'a\tb'],
  ['no tabs', 'a\nb'],
  ['lines of different length', 'a\tb\nc\td\te'],
  ['indented lines', '\ta\n\tb'],
  ['code', 'const a\t= 1;\nconst b\t= 2;'],
])('%s is none', (_name, text) => {
  expect(tableOfTabs(text)).toBeNull();
});
