import { expect, test } from 'vitest';
import { AdminApiError } from '../api/request.ts';
import { failureReason } from './failure-reason.ts';

test('every reason says what to do', () => {
  const answered = (status: number, problem = {}) =>
    failureReason(new AdminApiError('PUT', status, problem));
  expect(failureReason(new TypeError('Failed to fetch'))).toContain('Check your connection');
  expect(failureReason(new Error('no list'))).toContain('Try again');
  expect(answered(404)).toContain('has been deleted');
  expect(answered(409)).toContain('changed elsewhere');
  expect(answered(500)).toContain('went wrong on the server');
  expect(answered(503, { detail: 'The server is busy.' })).toBe('The server is busy.');
  expect(answered(400, { errors: { tags: ['must be at most 50 tags'] } })).toBe(
    'Its tags must be at most 50 tags. Open it in the editor.',
  );
});
