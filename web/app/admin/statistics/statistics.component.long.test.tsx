import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
  expectTexts,
  texts,
} from '../../../component-tests/locators.ts';
import {
  NO_NUMBERS,
  numbersOf,
  openStatistics,
  POST_ID,
  queriesOf,
  statisticsApi,
} from '../../../component-tests/statistics-page.tsx';
import { countOf } from '../words/counts.ts';
import { addDays, today } from './days.ts';

const RANGE = '?from=2026-01-01&to=2026-01-31';
const TODAY = today('UTC');

const chart = page.getByRole('application', { name: /^Views by/ });
const said = page.getByCss('output[aria-live]');
const table = page.getByCss('details table');
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const current = page.getByCss('fieldset [aria-pressed=true]');
const status = page.getByRole('status').first();

const NUMBERS = numbersOf('2026-01-01', '2026-01-31').days;
const EARLIER = numbersOf('2025-12-01', '2025-12-31').days;

afterEach(() => page.viewport(1280, 900));

test('the last 30 days are shown, next to the 30 before', async () => {
  const api = await openStatistics();
  await expectElement(chart).toBeVisible();
  expect(queriesOf(api)).toEqual([
    `from=${addDays(TODAY, -29)}&to=${TODAY}`,
    `from=${addDays(TODAY, -59)}&to=${addDays(TODAY, -30)}`,
  ]);
  expect(texts(current)).toEqual(['30 days', 'By day', 'Most read']);
});

test('totals are views, visitors a day, and who reached the end', async () => {
  await openStatistics(statisticsApi(), RANGE);
  const sum = (days: typeof NUMBERS, of: 'views' | 'visitors') =>
    days.reduce((total, day) => total + day[of], 0);
  // Few visitors in a long range are not none.
  const shown = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
  await expectTexts(page.getByCss('dl > div'), [
    `Views${shown(sum(NUMBERS, 'views'))}${shown(sum(EARLIER, 'views'))} before`,
    `Visitors a day${shown(sum(NUMBERS, 'visitors') / 31)}${shown(sum(EARLIER, 'visitors') / 31)} before`,
    'Read to the end100%',
  ]);
});

test('the bar of a single day does not fill the chart', async () => {
  await openStatistics(statisticsApi(), '?from=2026-01-02&to=2026-01-02');
  await expectElement(chart).toBeVisible();
  await expectCount(page.getByCss('svg rect'), 1);
  const bar = page.getByCss('svg rect').element().getBoundingClientRect();
  expect(Math.round(bar.width)).toBe(96);
});

test('the arrow keys move from day to day, and day and number are said', async () => {
  await openStatistics(statisticsApi(), RANGE);
  await expectElement(chart).toBeVisible();
  (chart.element() as HTMLElement).focus();
  const sentence = (index: number) => {
    const { views, visitors } = NUMBERS[index] ?? { views: 0, visitors: 0 };
    const before = countOf(EARLIER[index]?.views ?? 0, 'view');
    return `Jan ${index + 1}, 2026: ${countOf(views, 'view')}, ${countOf(visitors, 'visitor')}, ${before} before`;
  };
  await expectText(said, sentence(30));
  await keyboard.press('ArrowRight');
  await expectText(said, sentence(30));
  await keyboard.press('ArrowLeft');
  await expectText(said, sentence(29));
  await keyboard.press('Home');
  await expectText(said, sentence(0));
  await keyboard.press('ArrowRight');
  await expectText(said, sentence(1));
  // Without the pointer, which would take the focus.
  (button('By week').element() as HTMLElement).click();
  await expectText(said, /^Jan 1 – 4, 2026: /);
  (button('By day').element() as HTMLElement).click();
  await expectText(said, sentence(1));
  await keyboard.press('End');
  await expectText(said, sentence(30));
  await keyboard.press('Tab');
  await expectText(said, /^$/);
});

test('the table beside the chart has the numbers of the chart', async () => {
  await openStatistics(statisticsApi(), RANGE);
  await page.getByText('Numbers as a table').click();
  await expectElement(table).toBeVisible();
  const rows = NUMBERS.map(
    ({ views, visitors }, index) =>
      `Jan ${index + 1}, 2026${views}${visitors}${EARLIER[index]?.views}`,
  );
  await expectTexts(table.getByCss('tbody tr'), rows);
  await expectCount(page.getByCss('svg rect'), NUMBERS.filter(({ views }) => views > 0).length);
  const height = (index: number) =>
    Number(page.getByCss('svg rect').elements()[index]?.getAttribute('height'));
  const [most, least] = [0, 1].map((at) => NUMBERS[at]?.views ?? 0);
  expect(height(0) / height(1)).toBeCloseTo((most ?? 0) / (least ?? 1), 0);
});

test('ten years are shown by month, and by day if one asks', async () => {
  const api = statisticsApi((from, to) => numbersOf(from, to, '2016-11-20'));
  await openStatistics(api, '?from=all');
  await expectTexts(current, ['All', 'By month', 'Most read']);
  expect(queriesOf(api)).toEqual([`from=2000-01-01&to=${TODAY}`]);
  await expectElement(page.getByLabelText('From')).toHaveValue('2016-11-20');
  await button('By day').click();
  await expectTexts(current, ['All', 'By day', 'Most read']);
  const path = page.getByCss('svg path').last().element().getAttribute('d') ?? '';
  expect(path.match(/H/g)?.length).toBeGreaterThan(3_600);
  expect(page.getByRole('button', { name: 'Rising' }).query()).toBeNull();
  await page.getByText('Numbers as a table').click();
  const rows = () => document.querySelectorAll('details tbody tr').length;
  await expect.poll(rows).toBe(path.match(/H/g)?.length);
});

test('another range is in the address, and what was typed stays', async () => {
  const api = await openStatistics(statisticsApi(), RANGE);
  await expectElement(chart).toBeVisible();
  await page.getByLabelText('From').fill('2026-01-20');
  await expectText(page.getByCss('figcaption'), '12 days before');
  expect(queriesOf(api).slice(2)).toEqual([
    'from=2026-01-20&to=2026-01-31',
    'from=2026-01-08&to=2026-01-19',
  ]);
  await page.getByLabelText('To').fill('2026-01-10');
  await expectText(page.getByCss('figcaption'), '1 day before');
  await expectElement(page.getByLabelText('From')).toHaveValue('2026-01-10');
  // A key later it is another day, and the other date is as it was.
  await page.getByLabelText('To').fill('2026-01-25');
  await expectText(page.getByCss('figcaption'), '6 days before');
  await expectElement(page.getByLabelText('From')).toHaveValue('2026-01-20');
  await button('Last 7 days').click();
  await expectText(page.getByCss('figcaption'), '7 days before');
  await expectElement(page.getByLabelText('To')).toHaveValue(TODAY);
});

test('two dates add up before the numbers of the first are there', async () => {
  const api = await openStatistics(statisticsApi(), RANGE);
  await expectElement(chart).toBeVisible();
  const release = api.hold('GET /admin/settings');
  await page.getByLabelText('To').fill('2026-01-20');
  await page.getByLabelText('From').fill('2026-01-10');
  await release();
  await release();
  await expectText(page.getByCss('figcaption'), '11 days before');
  expect(queriesOf(api)).toContain('from=2026-01-10&to=2026-01-20');
  await expectElement(page.getByLabelText('To')).toHaveValue('2026-01-20');
});

test('posts are ranked three ways, and each leads to its own numbers', async () => {
  const api = await openStatistics(
    statisticsApi((from, to) => {
      const { posts, ...numbers } = numbersOf(from, to);
      return { ...numbers, posts: from < '2026' ? posts.slice(0, 2) : posts };
    }),
    RANGE,
  );
  const titles = page.getByRole('region', { name: 'Posts' }).getByRole('rowheader');
  const [baker, tides, map] = ['The baker’s hours', 'Tides', 'A map of nothing in particular'];
  await expectTexts(titles, [baker, tides, map]);
  await page.getByRole('button', { name: 'Read to the end' }).click();
  await expectTexts(titles, [map, tides, baker]);
  await page.getByRole('button', { name: 'Rising' }).click();
  await expectTexts(titles, [map]);
  await link(map).click();
  await expectElement(page.getByRole('heading', { name: baker })).toBeVisible();
  expect(queriesOf(api).at(-1)).toContain('&post=018f3c5e-0000-7000-8000-000000000003');
});

test('one post has its curve since it was published, and where its readers came from', async () => {
  const api = statisticsApi((from, to) => numbersOf(from, to, '2026-09-01'));
  api.addPost({ title: 'The baker’s hours', slug: 'post-0', published: true });
  await openStatistics(api, `?post=${POST_ID}`);
  await expectElement(page.getByRole('heading', { name: 'The baker’s hours' })).toBeVisible();
  expect(queriesOf(api)).toEqual([`from=2000-01-01&to=${TODAY}&post=${POST_ID}`]);
  await expectElement(page.getByLabelText('From')).toHaveValue('2026-09-01');
  for (const name of ['Referrers', 'How far they read', 'Time on the page'])
    await expectElement(page.getByRole('table', { name })).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete all numbers' }).query()).toBeNull();
  expect(link('Edit').element().getAttribute('href')).toBe(`/admin/posts/edit/${POST_ID}`);
  expect(link('View').element().getAttribute('href')).toBe('/blog/post-0');
  await link('All posts').click();
  await expectElement(page.getByRole('region', { name: 'Posts' })).toBeVisible();
});

test('a draft is not viewed, and a deleted post not edited', async () => {
  const api = statisticsApi();
  api.addPost({ title: 'The baker’s hours', published: false });
  await openStatistics(api, `${RANGE}&post=${POST_ID}`);
  await expectElement(link('Edit')).toBeVisible();
  expect(link('View').query()).toBeNull();
  api.on('GET /admin/posts', { json: [] });
  await link('All posts').click();
  await link('The baker’s hours').click();
  await expectElement(page.getByRole('heading', { name: 'The baker’s hours' })).toBeVisible();
  expect(link('Edit').query()).toBeNull();
  await expectElement(page.getByRole('heading', { name: 'Statistics' })).toHaveFocus();
});

test('referrers, devices, languages and feeds are named', async () => {
  await openStatistics(statisticsApi(), RANGE);
  const rows = (name: string) => page.getByRole('table', { name }).getByCss('tbody tr');
  await expectTexts(rows('Referrers'), ['news.example.com/item40', 'search.example/25', 'Others3']);
  await expectTexts(rows('Devices'), ['Desktop60', 'Phone38', 'Tablet2']);
  await expectTexts(rows('Languages'), ['English80', 'German12', 'Others1']);
  await expectTexts(rows('Feeds'), ['Feedly180']);
  const feeds = page.getByRole('region', { name: 'Feeds' });
  await expectText(
    feeds,
    'Jan 31, 2026: 214 subscribers, as feed readers report them; 31 programs',
  );
});

test('switched off, one sentence says so and leads to the switch', async () => {
  await openStatistics(statisticsApi(() => NO_NUMBERS, false));
  await expectElement(page.getByText(/^Statistics are switched off/)).toBeVisible();
  expect(link('Switch on').element().getAttribute('href')).toBe('/admin/settings#statistics');
  expect(chart.query()).toBeNull();
  expect(page.getByText(/^No views yet/).query()).toBeNull();
});

test('numbers from before stay when it is switched off', async () => {
  await openStatistics(statisticsApi(numbersOf, false), RANGE);
  await expectElement(page.getByText(/^Statistics are switched off/)).toBeVisible();
  await expectElement(chart).toBeVisible();
});

test('without numbers a sentence says so, of the blog and of the days', async () => {
  await openStatistics(statisticsApi(() => NO_NUMBERS));
  await expectElement(page.getByText(/^No views yet/)).toBeVisible();
});

test('days without views have a sentence, and another range can be chosen', async () => {
  await openStatistics(
    statisticsApi(() => ({ ...NO_NUMBERS, first_day: '2026-11-01' })),
    RANGE,
  );
  await expectElement(page.getByText('No views in these days.')).toBeVisible();
  await expectElement(button('All')).toBeVisible();
});

test('numbers that could not be loaded can be tried again', async () => {
  expectConsoleError(/answered 500/);
  const api = statisticsApi();
  const working = numbersOf('2026-01-01', '2026-01-31');
  let failures = 2;
  api.on('GET /admin/statistics', () => {
    failures -= 1;
    return failures < 0 ? { json: working } : { status: 500 };
  });
  const opened = openStatistics(api, RANGE);
  await expectElement(
    page.getByRole('heading', { name: 'The statistics could not be loaded' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await opened;
  await expectElement(chart).toBeVisible();
});

test('all numbers are deleted after a question', async () => {
  const question = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const api = statisticsApi();
  api.on('DELETE /admin/statistics', { status: 204 });
  await openStatistics(api, RANGE);
  const deleteAll = page.getByRole('button', { name: 'Delete all numbers' });
  await deleteAll.click();
  expect(question.mock.calls).toEqual([
    ['Delete all numbers of all days and posts for good? This cannot be undone.'],
  ]);
  expect(api.requests()).not.toContain('DELETE /admin/statistics');
  question.mockReturnValue(true);
  await deleteAll.click();
  await expectText(status, 'All numbers are deleted.');
  expect(chart.query()).toBeNull();
  expect(api.requests()).toContain('DELETE /admin/statistics');
});

test('a failed deletion is said, and the numbers stay', async () => {
  expectConsoleError(/answered 500/);
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const api = statisticsApi();
  api.on('DELETE /admin/statistics', { status: 500 });
  await openStatistics(api, RANGE);
  await page.getByRole('button', { name: 'Delete all numbers' }).click();
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to delete the numbers. Please try again.']]);
  await expectElement(chart).toBeVisible();
});

test('each list can be downloaded as CSV, of the range that is shown', async () => {
  const api = statisticsApi();
  api.on('GET /admin/statistics.csv', { json: 'day,views' });
  await openStatistics(api, RANGE);
  const files: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    files.push(this.download);
  });
  for (const [name, what] of [
    ['Days', 'days'],
    ['Referrers', 'referrers'],
    ['Time on the page', 'seconds'],
  ] as const) {
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => files.at(-1)).toBe(`${what}-2026-01-01-2026-01-31.csv`);
    expect(api.requests().at(-1)).toBe(
      `GET /admin/statistics.csv?from=2026-01-01&to=2026-01-31&what=${what}`,
    );
  }
});

test('long lists show their first ten rows, and all on demand', async () => {
  const referrers = Array.from({ length: 25 }, (_, index) => ({
    referrer: `site-${index}.example/`,
    views: 25 - index,
  }));
  await openStatistics(
    statisticsApi((from, to) => ({ ...numbersOf(from, to), referrers })),
    RANGE,
  );
  const rows = page.getByRole('table', { name: 'Referrers' }).getByCss('tbody tr');
  await expectCount(rows, 10);
  await page.getByRole('button', { name: 'Show all 25' }).click();
  await expectCount(rows, 25);
});

test.each([320, 375])('nothing is wider than a phone of %i px', async (width) => {
  await page.viewport(width, 667);
  await openStatistics(statisticsApi(), RANGE);
  await expectElement(chart).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  expect(boxOf(chart).right).toBeLessThanOrEqual(width);
});
