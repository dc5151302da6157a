import { expect, test } from 'vitest';
import { replaceSections } from './reliability-report.ts';

const ORDER = ['kill', 'stop', 'fuzz'];

test('one section is replaced, the others stay, in their order', () => {
  const fuzz = replaceSections('', ORDER, 'fuzz', '## Fuzz\n\nold');
  const both = replaceSections(fuzz, ORDER, 'kill', '## Kill\n\n| a | b |');
  const again = replaceSections(both, ORDER, 'fuzz', '## Fuzz\n\nnew');
  expect(again.indexOf('## Kill')).toBeLessThan(again.indexOf('## Fuzz'));
  expect(again).toContain('| a | b |');
  expect(again).toContain('new');
  expect(again).not.toContain('old');
  expect(again.match(/<!-- /g)).toHaveLength(2);
  expect(again).toContain('npm run trials -- fuzz');
});
