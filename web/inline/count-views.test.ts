import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countViews } from './count-views.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is shown, of which the end of the article is at so many pixels. */
function showPage(pathname: string, offsetHeight: number) {
  const sent: { path: string; end: readonly [number, number] }[] = [];
  const location = { pathname };
  const article = { offsetHeight };
  const stubs = {
    ...{ location, innerHeight: 800, scrollY: 0, addEventListener() {} },
    document: {
      ...{ hidden: false, referrer: '' },
      querySelector: (selector: string) => (selector === 'article' ? article : null),
    },
    navigator: { sendBeacon: (_url: string, body: string) => sent.push(JSON.parse(body)) },
  };
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
  countViews();
  return { sent, location, article };
}

test('what is still shown of the page before is not read of the next one', () => {
  const { sent, location, article } = showPage('/blog', 212);
  vi.advanceTimersByTime(2_000);
  location.pathname = '/blog/long';
  vi.advanceTimersByTime(300);
  article.offsetHeight = 8_480;
  vi.advanceTimersByTime(2_000);
  location.pathname = '/';
  vi.advanceTimersByTime(300);
  expect(sent).toMatchObject([
    { path: '/blog', end: [0, 4] },
    { path: '/blog', end: [4, 8] },
    { path: '/blog/long', end: [0, 4] },
    { path: '/blog/long', end: [0.1, 9] },
  ]);
});

test('an owner who logs in beside the page is not counted any more', () => {
  const { sent, location } = showPage('/blog', 212);
  vi.advanceTimersByTime(2_000);
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  location.pathname = '/blog/long';
  vi.advanceTimersByTime(5_000);
  expect(sent).toMatchObject([{ path: '/blog', end: [0, 4] }]);
});

test('a text is read when its last lines are near the edge of the window', () => {
  const { sent, location } = showPage('/blog/long', 848);
  vi.advanceTimersByTime(2_000);
  location.pathname = '/';
  vi.advanceTimersByTime(300);
  expect(sent.at(-1)).toMatchObject({ path: '/blog/long', end: [1, 8] });
});
