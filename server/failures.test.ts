import { expect, test } from 'vitest';
import { explainStartFailure } from './failures.ts';

test('a disk error is explained without a stack', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const message = explainStartFailure(full);
  expect(message).toMatch(/data folder is full\. Free some space.*\n.*no space left/s);
  expect(message).not.toContain('failures.test.ts');
});

test('an unknown error is shown with its stack, and a command has its own first words', () => {
  expect(explainStartFailure(new Error('odd'))).toMatch(/^It could not start: Error: odd\n +at /);
  expect(explainStartFailure(new Error('odd'), 'The command failed')).toMatch(
    /^The command failed: /,
  );
});
