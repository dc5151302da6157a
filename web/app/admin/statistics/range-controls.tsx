import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Choice } from '../ui/fields/choice.tsx';
import { type DayRange, FIRST_DAY, isChoosable, lastDays } from './days.ts';
import type { LoadedStatistics } from './load-statistics.ts';
import styles from './statistics.module.css';
import { type StatisticsView, statisticsAddress } from './statistics-view.ts';

const RANGES = { 7: 'Last 7 days', 30: '30 days', 365: 'Year', all: 'All' } as const;
type RangeName = `${keyof typeof RANGES}`;

const UNIT_NAMES = { day: 'By day', week: 'By week', month: 'By month' } as const;

export function RangeControls({ loaded }: { loaded: LoadedStatistics }) {
  const { view, range, unit, today } = loaded;
  const navigate = useNavigate();
  // Another range has the unit that suits it.
  const show = (next: Partial<StatisticsView>) =>
    navigate(statisticsAddress({ post: view.post, ...next }), { preventScrollReset: true });
  // Two dates add up even before the first has been loaded.
  const dates = useRef(range);
  useEffect(() => {
    dates.current = range;
  }, [range]);
  // A date that is being typed has other years and months in between, which must not move the other one.
  const atFocus = useRef(range);
  const keepBoth = () => {
    atFocus.current = dates.current;
  };
  const choose = (next: DayRange) => {
    dates.current = next;
    show({ range: next });
  };
  const rangeOf = (name: string) => (name === 'all' ? null : lastDays(Number(name), today));
  const chosen = (Object.keys(RANGES) as RangeName[]).find(
    (name) => JSON.stringify(rangeOf(name)) === JSON.stringify(view.range),
  );
  return (
    <div className={styles.controls}>
      <Choice<RangeName | ''>
        legend="Range"
        options={RANGES}
        value={chosen ?? ''}
        onChange={(name) => {
          const next = rangeOf(name);
          if (next) dates.current = next;
          show({ range: next });
        }}
      />
      <div className={styles.dates}>
        <DateField
          label="From"
          day={range.from}
          onFocus={keepBoth}
          onChange={(from) => {
            const { to } = atFocus.current;
            choose({ from, to: from > to ? from : to });
          }}
        />
        <DateField
          label="To"
          day={range.to}
          onFocus={keepBoth}
          onChange={(to) => {
            const { from } = atFocus.current;
            choose({ from: from > to ? to : from, to });
          }}
        />
      </div>
      <Choice
        legend="By"
        options={UNIT_NAMES}
        value={unit}
        onChange={(name) => show({ ...view, unit: name })}
      />
    </div>
  );
}

type DateProps = {
  label: string;
  day: string;
  onFocus: () => void;
  onChange: (day: string) => void;
};

/** Uncontrolled because the numbers, and with them the address, come later than the next key press. */
function DateField({ label, day, onFocus, onChange }: DateProps) {
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
        min={FIRST_DAY}
        defaultValue={day}
        onFocus={onFocus}
        onChange={({ target: { value } }) => {
          if (isChoosable(value)) onChange(value);
        }}
        onBlur={({ target }) => {
          if (!isChoosable(target.value)) target.value = day;
        }}
      />
    </div>
  );
}
