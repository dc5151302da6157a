import { memo, useState } from 'react';
import { average, number } from '../words/counts.ts';
import { nameOf, type Unit } from './days.ts';
import type { Period } from './periods.ts';
import styles from './statistics.module.css';

export type ViewsOfPeriods = {
  readonly unit: Unit;
  readonly periods: readonly Period[];
  /** There are as many, right before. */
  readonly before: readonly Period[] | null;
};

/** More rows are made when one looks at them. */
const ROWS_AT_ONCE = 400;

export const ViewsTable = memo(function ViewsTable({ unit, periods, before }: ViewsOfPeriods) {
  const visitors = unit === 'day' ? 'Visitors' : 'Visitors a day';
  const [wasOpened, setOpened] = useState(false);
  const rows = wasOpened || periods.length <= ROWS_AT_ONCE ? periods : [];
  return (
    <details className={styles.numbers} onToggle={() => setOpened(true)}>
      <summary>Numbers as a table</summary>
      <table>
        <caption className="visually-hidden">Views by {unit}</caption>
        <thead>
          <tr>
            {['Date', 'Views', visitors, ...(before ? ['Views before'] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((period, index) => (
            <tr key={period.from}>
              <th scope="row">{nameOf(unit, period)}</th>
              <td>{number(period.views)}</td>
              <td>{average(period.visitorsADay)}</td>
              {before && <td>{number(before[index]?.views ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
});
