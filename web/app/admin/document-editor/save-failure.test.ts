import { postInput } from '@longhand/contract/posts/posts';
import { fieldErrors } from '@longhand/contract/validation';
import { expect, test } from 'vitest';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { explainFailure } from './save-failure.ts';

const refused = (errors: Record<string, string[]>) =>
  new AdminApiError('PUT /x', 400, { detail: 'Not valid.', errors });

test('an error is shown at its field; the error of a list entry at the list’s field', () => {
  const parsed = postInput.safeParse({
    title: '',
    excerpt: 'x'.repeat(6_000),
    content: 'c',
    tags: ['a', 'x'.repeat(5_000), 'y'.repeat(5_000)],
    slug: 'Bad Slug',
  });
  const named = fieldErrors(parsed.error?.issues ?? []);
  expect(Object.keys(named)).toContain('tags.1');
  const { errors, reason } = explainFailure(refused(named));
  expect(Object.keys(errors).toSorted()).toEqual(['excerpt', 'slug', 'tags', 'title']);
  expect(errors.tags).toEqual([
    'must have at most 4000 characters',
    'must have at most 80 characters each',
  ]);
  expect(reason).toBeNull();
});

test('errors that no field can show are part of the reason', () => {
  const error = refused({ slug: ['is taken'], body: ['is required'], published: ['must be so'] });
  expect(explainFailure(error)).toMatchObject({
    errors: { slug: ['is taken'] },
    reason: 'Not valid: body is required; published must be so.',
  });
});

test.each([
  [new AdminApiError('PUT /x', 507, { detail: 'The disk is full.' }), 'The disk is full.'],
  [new AdminApiError('PUT /x', 409, { detail: 'Version 2.' }), /choose what to save\.$/],
  [new AdminApiError('PUT /x', 502, {}), /^Something went wrong on the server\./],
  [new TypeError('Failed to fetch'), /^You’re offline\./],
  [new SyntaxError('Unexpected token'), /^The server sent an unexpected response\./],
  [new SessionOverError('PUT /x'), /^Your session has ended\./],
])('%s has a reason and says what to do', (error, reason) => {
  const failure = explainFailure(error);
  expect(failure).toMatchObject({ errors: {}, reason: expect.stringMatching(reason) });
  expect(failure.isSessionOver).toBe(error instanceof SessionOverError);
});
