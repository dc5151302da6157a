import { MAX_QUERY_LENGTH } from '@longhand/contract/post-query';
import { useRef } from 'react';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { countSubscribers, number } from '../mail/numbers.ts';
import filters from '../posts/list-filters.module.css';
import { ListMessageLine } from '../posts/list-message.tsx';
import table from '../posts/post-table.module.css';
import admin from '../ui/admin.module.css';
import { Choice } from '../ui/choice.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { AddSubscriber } from './add-subscriber.tsx';
import { GrowthChart } from './growth-chart.tsx';
import styles from './newsletter.module.css';
import { SubscriberCsv } from './subscriber-csv.tsx';
import { SubscriberRow } from './subscriber-row.tsx';
import { STATES } from './subscriber-words.ts';
import type { Subscribers as List } from './use-subscribers.ts';

export function Subscribers({ list }: { list: List }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  return (
    <section className={styles.section} aria-labelledby="subscribers">
      <h2 id="subscribers" ref={heading} tabIndex={-1}>
        Subscribers
      </h2>
      <GrowthChart growth={list.summary.growth} />
      <AddSubscriber onAdd={list.add} />
      <Filters list={list} />
      <ListMessageLine message={list.message}>
        {list.query.q.trim() !== '' && <p role="status">{found(list.total)}</p>}
      </ListMessageLine>
      {list.hasFailed && (
        <LoadFailed text="The subscribers could not be searched." onRetry={list.readAgain} />
      )}
      <Rows list={list} />
      <SubscriberCsv onImported={list.readAgain} />
    </section>
  );
}

const found = (total: number) => `${countSubscribers(total)} found`;

function Filters({ list }: { list: List }) {
  const { subscribers: counts } = list.summary;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const options = Object.entries({ '': 'All', ...STATES }).map(([state, label]) => [
    state,
    <>
      {label} <span>{number(state === '' ? all : counts[state as keyof typeof counts])}</span>
    </>,
  ]);
  return (
    <div className={`${table.bar} ${styles.bar}`}>
      <Choice
        legend="Show"
        options={Object.fromEntries(options) as Record<List['query']['state'], React.ReactNode>}
        value={list.query.state}
        onChange={(state) => list.search({ state })}
        className={filters.shown}
      />
      <div className={filters.filters}>
        <input
          className="field"
          type="search"
          aria-label="Search subscribers"
          placeholder="Search"
          maxLength={MAX_QUERY_LENGTH}
          value={list.query.q}
          onChange={(event) => list.search({ q: event.target.value })}
        />
      </div>
    </div>
  );
}

function emptyText({ query: { q, state } }: List): string {
  if (q.trim() !== '') return 'No address has this text.';
  return state === '' ? 'Nobody has subscribed yet.' : 'There is nobody here.';
}

/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */
function Rows({ list }: { list: List }) {
  if (list.entries.length === 0) return <p className={table.empty}>{emptyText(list)}</p>;
  return (
    <>
      <table
        className={`${table.table} ${styles.table}`}
        role="table"
        aria-labelledby="subscribers"
      >
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Address
            </th>
            <th scope="col" role="columnheader">
              State
            </th>
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.entries.map((subscriber) => (
            <SubscriberRow key={subscriber.id} subscriber={subscriber} list={list} />
          ))}
        </tbody>
      </table>
      {list.hasMore && (
        <p>
          <button
            type="button"
            className={admin.plain}
            aria-disabled={list.isBusy}
            onClick={list.showMore}
          >
            Show more
          </button>
        </p>
      )}
    </>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
