import { count, formatSection, goal, milliseconds, type Section } from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { withSite } from '../test-support/site.ts';
import { largest, median } from '../test-support/statistics.ts';
import { type Target, timeTap, type Visit, visit } from './first-touch.ts';
import type { Task } from './main-thread.ts';
import { type Connection, SLOWDOWN, timeLoop, withBrowser } from './slow-phone.ts';

const PAGES = ['/', '/blog', '/blog/the-machine-that-added-up-the-sea'];
const RUNS = process.argv.includes('--quick') ? 1 : 5;
const TASK_LIMIT_MS = 50;
const LONG_TASK_LIMIT_MS = 100;
const REACTION_LIMIT_MS = 200;

const TAPS: Readonly<Record<Target, { name: string; pages: readonly string[] }>> = {
  link: { name: 'a link', pages: PAGES },
  theme: { name: 'the theme', pages: PAGES },
  search: { name: 'the search', pages: ['/blog'] },
  topics: { name: 'the topic list', pages: ['/blog'] },
};
const TARGETS = Object.keys(TAPS) as Target[];

type Measured = {
  readonly alone: Visit[];
  readonly touched: Visit[];
  readonly taps: Readonly<Record<Target, number[]>>;
};

async function measurePage(browser: Connection, url: string, path: string, into: Measured) {
  into.alone.push(await visit(browser, url, false));
  into.touched.push(await visit(browser, url, true));
  for (const target of TARGETS)
    if (TAPS[target].pages.includes(path))
      into.taps[target].push(await timeTap(browser, url, target));
}

type Phase = (visit: Visit) => readonly Task[];

const endOf = ({ start, duration }: Task) => start + duration;

const beforePaint: Phase = ({ tasks, firstPaint }) =>
  tasks.filter(({ start }) => start < firstPaint);
/** A task during which the page is painted or touched belongs to what came before. */
const beforeTouch: Phase = ({ tasks, firstPaint }) =>
  tasks.filter(({ start }) => start >= firstPaint);
const afterTouch: Phase = ({ tasks, touchedAt }) =>
  tasks.filter((task) => touchedAt !== null && endOf(task) >= touchedAt);

const longest = (tasks: readonly Task[]) => largest(tasks.map(({ work }) => work));
const lasted = (tasks: readonly Task[]) => largest(tasks.map(({ duration }) => duration));
const over = (limit: number) => (tasks: readonly Task[]) =>
  tasks.filter(({ work }) => work > limit).length;

type Row = {
  readonly name: string;
  readonly of: (measured: Measured) => number;
  readonly format?: (value: number) => string;
  readonly limit?: readonly [limit: number, unit: string];
};

function taskRows(when: string, visits: 'alone' | 'touched', phase: Phase): Row[] {
  const row = (name: string, read: (tasks: readonly Task[]) => number): Row => ({
    name: `${name} ${when}`,
    of: (measured) => median(measured[visits].map((each) => read(phase(each)))),
  });
  return [
    row('longest task', longest),
    row('longest task, with waiting,', lasted),
    { ...row(`tasks over ${TASK_LIMIT_MS} ms`, over(TASK_LIMIT_MS)), format: count },
    { ...row(`tasks over ${LONG_TASK_LIMIT_MS} ms`, over(LONG_TASK_LIMIT_MS)), format: count },
  ];
}

const aloneMedian = (read: (visit: Visit) => number) => (measured: Measured) =>
  median(measured.alone.map(read));

function allRows(): Row[] {
  const [beforePainting] = taskRows('before the first paint', 'alone', beforePaint);
  const [untouched, ...untouchedOthers] = taskRows(
    'from then to the first touch',
    'alone',
    beforeTouch,
  );
  const touched = taskRows('after a touch at the first paint', 'touched', afterTouch);
  const overLimit = touched.pop();
  return [
    { name: 'first paint', of: aloneMedian(({ firstPaint }) => firstPaint) },
    { name: 'largest paint', of: aloneMedian(({ largestPaint }) => largestPaint) },
    { name: 'hydrated, if left alone', of: aloneMedian(({ hydrated }) => hydrated) },
    ...(beforePainting ? [beforePainting] : []),
    ...(untouched ? [{ ...untouched, limit: [TASK_LIMIT_MS, ' ms'] as const }] : []),
    ...untouchedOthers,
    ...touched,
    ...(overLimit ? [{ ...overLimit, limit: [1, ''] as const }] : []),
    ...TARGETS.map(
      (target): Row => ({
        name: `tap on ${TAPS[target].name} at the first paint`,
        of: ({ taps }) => median(taps[target]),
        limit: [REACTION_LIMIT_MS, ' ms'],
      }),
    ),
  ];
}

function format({ name, of, format: write = milliseconds, limit }: Row, pages: Measured[]) {
  const values = pages.map(of);
  const worst = largest(values.filter(Number.isFinite));
  const met = limit ? goal(worst, 'at most', ...limit) : '';
  return [name, ...values.map((value) => (Number.isFinite(value) ? write(value) : '')), met];
}

/** So that a goal that is missed can be looked into. */
function printLongTasks(path: string, { alone, touched }: Measured): void {
  const print = (when: string, tasks: readonly Task[]) => {
    for (const { start, work, parts } of tasks.filter((task) => task.work > TASK_LIMIT_MS))
      progress(
        `${path} ${when}: ${Math.round(work)} ms at ${Math.round(start)}: ${parts.join(', ')}`,
      );
  };
  for (const each of alone) print('left alone', beforeTouch(each));
  for (const each of touched) print('touched', afterTouch(each));
}

async function measureAll(browser: Connection, site: string) {
  const measured = PAGES.map(
    (): Measured => ({
      alone: [],
      touched: [],
      taps: { link: [], theme: [], search: [], topics: [] },
    }),
  );
  const loops: Record<number, number[]> = { 1: [], [SLOWDOWN]: [] };
  // Image variants are created on the first request.
  for (const path of PAGES) await visit(browser, site + path, false);
  for (let n = 0; n < RUNS; n += 1) {
    for (const rate of [1, SLOWDOWN]) loops[rate]?.push(await timeLoop(browser, rate));
    for (const [at, path] of PAGES.entries()) {
      progress(`first paint of ${path}, ${n + 1} of ${RUNS}`);
      const into = measured[at];
      if (into) await measurePage(browser, site + path, path, into);
    }
  }
  return { measured, loops };
}

export async function measurePaint(site: string): Promise<Section> {
  const { measured, loops } = await withBrowser((browser) => measureAll(browser, site));
  for (const [at, path] of PAGES.entries()) if (measured[at]) printLongTasks(path, measured[at]);
  const [ordinary, slow] = [1, SLOWDOWN].map((rate) => milliseconds(median(loops[rate] ?? [])));
  return {
    title: 'The first paint and the first touch on a slow phone',
    about: `Chromium with the processor ${SLOWDOWN} times slower, on slow 4G (150 ms, 1.6 Mbit/s down, 0.75 Mbit/s up), 375 × 667 with touch, with an empty cache; medians of ${RUNS}. A task is measured by its processor time, which other work of the machine does not lengthen; "with waiting" is how long it lasted. Before the first paint the browser itself parses and lays out the page. A page left alone is watched until its scripts have run and three seconds longer. A tap is measured from its time stamp to the first frame after the reaction, or to the request of the next page. A fixed loop took ${ordinary}, and ${slow} on the slower processor, during the same run.`,
    columns: ['', ...PAGES.map((path) => `\`${path}\``), 'goal'],
    rows: allRows().map((row) => format(row, measured)),
  };
}

if (import.meta.main)
  await withSite(async (site) => console.log(formatSection(await measurePaint(site))));
