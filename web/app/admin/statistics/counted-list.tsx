import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { PlainButton } from '../ui/button.tsx';
import { number } from '../words/counts.ts';
import styles from './statistics.module.css';

const FIRST_ROWS = 10;

/** Without a key, the name is one. */
export type CountedRow = { readonly key?: string; readonly name: string; readonly count: number };

type Props = {
  title: string;
  /** What is counted, as the head of the column. */
  counted?: string;
  rows: readonly CountedRow[];
  /** Above the numbers. */
  children?: ReactNode;
};

/** Nothing if there is nothing to show. The line below each is its part of the greatest. */
export function CountedList({ title, counted = 'Views', rows, children }: Props) {
  const id = useId();
  const [shown, moreRows] = useFirstRows(rows);
  const most = rows.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  if (rows.length === 0 && !children) return null;
  return (
    <section aria-labelledby={id} className={styles.list}>
      <h2 id={id}>{title}</h2>
      {children}
      <table aria-labelledby={id}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{counted}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, count }) => (
            <tr key={key ?? name} style={{ '--part': count / most } as CSSProperties}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {moreRows}
    </section>
  );
}

export function useFirstRows<Row>(rows: readonly Row[]): [shown: readonly Row[], more: ReactNode] {
  const [isWhole, setWhole] = useState(false);
  if (rows.length <= FIRST_ROWS) return [rows, null];
  const more = (
    <p className={styles.more}>
      <PlainButton onClick={() => setWhole(!isWhole)}>
        {isWhole ? `Show the first ${FIRST_ROWS}` : `Show all ${number(rows.length)}`}
      </PlainButton>
    </p>
  );
  return [isWhole ? rows : rows.slice(0, FIRST_ROWS), more];
}
