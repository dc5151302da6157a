import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { postDrafts } from '../app/admin/post-editor/post-kind.ts';
import { rememberPosition } from '../app/admin/ui/dashboard-address.ts';
import { showAccent } from '../app/admin/ui/show-accent.ts';
import { storeLatestSite } from '../app/reader/site/site-store.ts';
import { cancelPrefetch } from '../app/reader/ui/prefetched-post.ts';
import { forgetExpected, isExpected } from './expected-errors.ts';
import { unmount } from './mount.tsx';

beforeEach(() => {
  forgetExpected();
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

/** All files share one page: the next test begins as in a new browser, which has only loaded the code. */
afterEach(async () => {
  const unanswered = unmount();
  for (const { key } of await postDrafts.list()) await postDrafts.delete(key);
  localStorage.clear();
  sessionStorage.clear();
  storeLatestSite(null);
  showAccent(null);
  cancelPrefetch();
  rememberPosition(undefined);
  window.scrollTo(0, 0);
  const { width, height } = server.config.browser.viewport;
  if (innerWidth !== width) await page.viewport(width, height);
  const complaints = [
    ...vi.mocked(console.error).mock.calls,
    ...vi.mocked(console.warn).mock.calls,
  ].map((values) => values.join(' '));
  vi.restoreAllMocks();
  const unexpected = complaints.filter((text) => !isExpected(text));
  expect([...unexpected, ...unanswered.map((call) => `No answer to ${call}`)]).toEqual([]);
});
