import { expect, test } from 'vitest';
import { explainStartFailure } from './failures.ts';

test('a disk that fails anywhere is explained without a stack', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const said = explainStartFailure(full);
  expect(said).toMatch(/folder of data is full\. Free some space.*\n.*no space left/s);
  expect(said).not.toContain('failures.test.ts');
});

test('what nobody has foreseen shows where it happened, and a command does not say that it starts', () => {
  expect(explainStartFailure(new Error('odd'))).toMatch(/^It could not start: Error: odd\n +at /);
  expect(explainStartFailure(new Error('odd'), 'It did not work')).toMatch(/^It did not work: /);
});
