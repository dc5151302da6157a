import { expect, test } from 'vitest';
import { explainBuildFailure, warnAboutMemory } from './build-stamp.ts';

test('a build that may be ended for its memory is announced, with what to do instead', () => {
  expect(warnAboutMemory(2 ** 31)).toBeUndefined();
  expect(warnAboutMemory(400 * 2 ** 20)).toMatch(/needs about 800 MB.*400 MB are free.*release/);
});

test('a build that was killed is explained, since it could not say anything', () => {
  expect(explainBuildFailure('SIGKILL')).toMatch(/not enough memory.*release/);
  expect(explainBuildFailure(null)).toContain('the reason is above');
});
