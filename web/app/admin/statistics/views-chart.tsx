import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { averageOf, countOf } from '../words/counts.ts';
import { howToRead } from '../words/statistics.ts';
import {
  indexAt,
  labelStep,
  type Plot,
  stepArea,
  stepLine,
  ticksFor,
  xOf,
  yOf,
} from './chart-shapes.ts';
import { countDays, nameOf, shortNameOf, type Unit } from './days.ts';
import type { Period } from './periods.ts';
import styles from './statistics.module.css';
import { type ViewsOfPeriods, ViewsTable } from './views-table.tsx';

const HEIGHT = 224;
const [TOP, BOTTOM] = [8, 24];
const LABEL_WIDTH = 72;
const CHARACTER_WIDTH = 7;
/** Narrower bars could not be told apart. */
const MIN_BAR = 6;
/** A wider one would be a wall. */
const MAX_BAR = 96;

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

const visitorsText = (unit: Unit, { visitorsADay }: Period) =>
  unit === 'day' ? countOf(visitorsADay, 'visitor') : `${averageOf(visitorsADay, 'visitor')} a day`;

function sentenceOf(unit: Unit, period: Period, before: Period | undefined): string {
  const texts = [countOf(period.views, 'view'), visitorsText(unit, period)];
  if (before) texts.push(`${countOf(before.views, 'view')} before`);
  return `${nameOf(unit, period)}: ${texts.join(', ')}`;
}

/** From the current index; undefined if the key does not move. */
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at - 7,
  PageDown: (at) => at + 7,
  Home: () => 0,
  End: (_at, last) => last,
};

/** The last period, if the day is in none. */
function indexOf(periods: readonly Period[], day: string): number {
  const index = periods.findIndex(({ from, to }) => from <= day && day <= to);
  return index < 0 ? periods.length - 1 : index;
}

export function ViewsChart({ unit, periods, before }: ViewsOfPeriods) {
  const id = useId();
  const [ref, width] = useWidth();
  // A day, which stays where it was when another range is shown.
  const [chosen, setChosen] = useState<string | null>(null);
  const last = periods.length - 1;
  const at = chosen === null ? null : indexOf(periods, chosen);
  const period = at === null ? undefined : periods[at];
  const plot = plotOf(periods, before, width);
  const days = countDays({ from: periods[0]?.from ?? '', to: periods[last]?.to ?? '' });

  const choose = (index: number) => setChosen(periods[index]?.from ?? null);

  function onKeyDown(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.min(last, Math.max(0, move(at ?? last, last))));
  }

  return (
    <figure className={styles.figure}>
      <figcaption>
        <span id={id}>Views by {unit}</span>
        {before && <span className={styles.beforeKey}>{countOf(days, 'day')} before</span>}
        <output aria-live="polite" aria-atomic="true">
          {period && sentenceOf(unit, period, before?.[at ?? 0])}
        </output>
      </figcaption>
      {/* An application, because screen readers would keep the arrow keys for themselves otherwise. */}
      <div
        ref={ref}
        role="application"
        aria-roledescription="chart"
        aria-labelledby={id}
        aria-describedby={`${id}-keys`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the focus
        tabIndex={0}
        className={styles.chart}
        onFocus={() => choose(at ?? last)}
        onBlur={() => setChosen(null)}
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, currentTarget }) =>
          choose(indexAt(plot, clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={({ currentTarget }) => {
          if (document.activeElement !== currentTarget) setChosen(null);
        }}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <Drawing {...{ unit, periods, before, width }} />
            {at !== null && <Marked plot={plot} at={at} views={periods[at]?.views ?? 0} />}
          </svg>
        )}
      </div>
      <p id={`${id}-keys`} className="visually-hidden">
        {howToRead(unit)}
      </p>
      <ViewsTable {...{ unit, periods, before }} />
    </figure>
  );
}

const mostOf = (periods: readonly Period[]) =>
  periods.reduce((most, { views }) => Math.max(most, views), 0);

function ticksOf({ periods, before }: Pick<ViewsOfPeriods, 'periods' | 'before'>): number[] {
  return ticksFor(Math.max(mostOf(periods), mostOf(before ?? [])));
}

const hasBars = ({ width, count }: Plot) => width / count >= MIN_BAR;

function gapOf(plot: Plot): number {
  if (!hasBars(plot)) return 0;
  const room = plot.width / plot.count;
  return Math.round(Math.max(Math.min(8, room * 0.25), room - MAX_BAR));
}

function plotOf(
  periods: ViewsOfPeriods['periods'],
  before: ViewsOfPeriods['before'],
  width: number,
): Plot {
  const ticks = ticksOf({ periods, before });
  const longest = Math.max(...ticks.map((tick) => compact.format(tick).length));
  const left = longest * CHARACTER_WIDTH + 10;
  return {
    ...{ left, top: TOP, width: width - left, height: HEIGHT - TOP - BOTTOM },
    ...{ most: ticks.at(-1) ?? 1, count: periods.length },
  };
}

/** A line above the number. */
function Marked({ plot, at, views }: { plot: Plot; at: number; views: number }) {
  const x = Math.floor((xOf(plot, at) + xOf(plot, at + 1) - gapOf(plot)) / 2) + 0.5;
  return <line className={styles.marked} x1={x} x2={x} y1={TOP} y2={yOf(plot, views)} />;
}

/** It is memoized, so that it is not drawn again while the pointer moves over it. */
const Drawing = memo(function DrawnViews(props: ViewsOfPeriods & { width: number }) {
  const { unit, periods, before, width } = props;
  const plot = plotOf(periods, before, width);
  const views = periods.map((period) => period.views);
  const isLong = unit === 'day' && plot.count > 366;
  const step = labelStep(plot.count, plot.width, LABEL_WIDTH);
  const earlier = before?.map((period) => period.views);
  return (
    <>
      {earlier && (
        <>
          <path className={styles.beforeArea} d={stepArea(plot, earlier)} />
          <path className={styles.before} d={stepLine(plot, earlier)} />
        </>
      )}
      {ticksOf(props).map((tick) => (
        <g key={tick} className={styles.tick}>
          <line x1={plot.left} x2={width} y1={yOf(plot, tick) + 0.5} y2={yOf(plot, tick) + 0.5} />
          <text x={plot.left - 8} y={yOf(plot, tick)} dy="0.32em" textAnchor="end">
            {compact.format(tick)}
          </text>
        </g>
      ))}
      {hasBars(plot) ? (
        <Bars plot={plot} views={views} />
      ) : (
        <>
          <path className={styles.area} d={stepArea(plot, views)} />
          <path className={styles.line} d={stepLine(plot, views)} />
        </>
      )}
      {periods
        .filter((_period, index) => index % step === 0 && xOf(plot, index) + 40 < width)
        .map(({ from }, index) => (
          <text key={from} x={xOf(plot, index * step)} y={HEIGHT - 6}>
            {shortNameOf(isLong ? 'month' : unit, from)}
          </text>
        ))}
    </>
  );
});

function Bars({ plot, views }: { plot: Plot; views: readonly number[] }) {
  const gap = gapOf(plot);
  return views.map((value, index) => {
    const x = xOf(plot, index);
    // The fewest views are visible, too.
    const y = yOf(plot, value) - (value > 0 && yOf(plot, value) === yOf(plot, 0) ? 1 : 0);
    const box = { x, y, width: xOf(plot, index + 1) - x - gap, height: yOf(plot, 0) - y };
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a bar is
    return <rect key={index} className={styles.bar} {...box} />;
  });
}
