import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DayRange, isDay, lastDays, UNITS } from './days.ts';
import type { LoadedStatistics } from './load-statistics.ts';
import styles from './statistics.module.css';
import { type StatisticsView, statisticsAddress } from './statistics-view.ts';

type Props = { loaded: LoadedStatistics };

const LAST_DAYS = [
  [7, 'Last 7 days'],
  [30, '30 days'],
  [365, 'Year'],
] as const;

export function RangeControls({ loaded }: Props) {
  const { view, range, unit, today } = loaded;
  const isShown = (other: DayRange | null) =>
    other === null || view.range === null
      ? other === view.range
      : other.from === range.from && other.to === range.to;
  // Another range has the unit that suits it.
  const choices: [DayRange | null, string][] = [
    ...LAST_DAYS.map(([count, name]): [DayRange, string] => [lastDays(count, today), name]),
    [null, 'All'],
  ];
  return (
    <div className={styles.controls}>
      <nav aria-label="Range" className={styles.choices}>
        {choices.map(([other, name]) => (
          <Link
            key={name}
            to={statisticsAddress({ range: other, post: view.post })}
            aria-current={isShown(other) || undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Dates range={range} view={view} />
      <nav aria-label="By" className={styles.choices}>
        {UNITS.map((other) => (
          <Link
            key={other}
            to={statisticsAddress({ ...view, unit: other })}
            aria-current={other === unit || undefined}
          >
            By {other}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Dates({ range, view }: { range: DayRange; view: StatisticsView }) {
  const navigate = useNavigate();
  const show = (next: DayRange) =>
    navigate(statisticsAddress({ range: next, post: view.post }), { preventScrollReset: true });
  return (
    <div className={styles.dates}>
      <DateField
        label="From"
        day={range.from}
        onChange={(from) => show({ from, to: from > range.to ? from : range.to })}
      />
      <DateField
        label="To"
        day={range.to}
        onChange={(to) => show({ from: to < range.from ? to : range.from, to })}
      />
    </div>
  );
}

/** While a year is typed, the field has years like 0020. */
const FIRST = '2000-01-01';

type DateProps = { label: string; day: string; onChange: (day: string) => void };

/** Uncontrolled because the numbers, and with them the address, come later than the next key press. */
function DateField({ label, day, onChange }: DateProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = day;
  }, [day]);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="field"
        type="date"
        min={FIRST}
        defaultValue={day}
        onChange={({ target: { value } }) => {
          if (isDay(value) && value >= FIRST && value !== day) onChange(value);
        }}
        onBlur={({ target }) => {
          target.value = day;
        }}
      />
    </div>
  );
}
