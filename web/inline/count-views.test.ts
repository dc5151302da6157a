import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is shown, of which the end of the article is at so many pixels. */
async function showPage(pathname: string, offsetHeight: number) {
  const sent: { path: string; end: readonly [number, number] }[] = [];
  const location = { pathname };
  const article = { offsetHeight };
  const listeners = new Map<string, () => void>();
  const stubs = {
    ...{ location, innerHeight: 800, scrollY: 0 },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    document: {
      ...{ hidden: false, referrer: '' },
      querySelector: (selector: string) => (selector === 'article' ? article : null),
    },
    navigator: { sendBeacon: (_url: string, body: string) => sent.push(JSON.parse(body)) },
  };
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
  await import('./count-views.ts');
  return { sent, location, article, hide: () => listeners.get('visibilitychange')?.() };
}

test('what is still shown of the page before is not read of the next one', async () => {
  const { sent, location, article } = await showPage('/blog', 212);
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

test('an owner who logs in beside the page is not counted any more', async () => {
  const { sent, location } = await showPage('/blog', 212);
  vi.advanceTimersByTime(2_000);
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  location.pathname = '/blog/long';
  vi.advanceTimersByTime(5_000);
  expect(sent).toMatchObject([{ path: '/blog', end: [0, 4] }]);
});

test('a text is read when its last lines are near the edge of the window', async () => {
  const { sent, location } = await showPage('/blog/long', 848);
  vi.advanceTimersByTime(2_000);
  location.pathname = '/';
  vi.advanceTimersByTime(300);
  expect(sent.at(-1)).toMatchObject({ path: '/blog/long', end: [1, 8] });
});

test('a view that is hidden again says that it has reported an end before', async () => {
  const { sent, location, hide } = await showPage('/blog/long', 848);
  vi.advanceTimersByTime(2_000);
  hide();
  hide();
  vi.advanceTimersByTime(1_000);
  hide();
  location.pathname = '/';
  vi.advanceTimersByTime(2_000);
  hide();
  expect(sent.map(({ path, end }) => [path, end[1]])).toEqual([
    ['/blog/long', 4],
    ['/blog/long', 8],
    ['/blog/long', 7.5],
    ['/', 4],
    ['/', 8],
  ]);
});
