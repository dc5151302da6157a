import { afterEach, beforeEach, expect, vi } from 'vitest';
import { deleteLocalDraft, listLocalDrafts } from '../app/lib/admin/local-drafts.ts';
import { unmount } from './mount.tsx';

const expected: RegExp[] = [];

/** For console errors and warnings that the test provokes. */
export function expectConsoleError(text: RegExp): void {
  expected.push(text);
}

beforeEach(() => {
  expected.length = 0;
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

/** All files share one page: the next test begins as in a new browser, which has only loaded the code. */
afterEach(async () => {
  const unanswered = unmount();
  for (const { key } of await listLocalDrafts()) await deleteLocalDraft(key);
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo(0, 0);
  const complaints = [
    ...vi.mocked(console.error).mock.calls,
    ...vi.mocked(console.warn).mock.calls,
  ].map((values) => values.join(' '));
  vi.restoreAllMocks();
  const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
  expect([...unexpected, ...unanswered.map((call) => `No answer to ${call}`)]).toEqual([]);
});
