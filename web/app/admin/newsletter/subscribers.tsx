import type { Subscriber } from '@longhand/contract/newsletter/newsletter';
import { MAX_QUERY_LENGTH } from '@longhand/contract/posts/post-query';
import { useRef } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import filters from '../ui/lists/list-filters.module.css';
import { ListMessageLine } from '../ui/lists/list-message.tsx';
import { ListTable, ShowMore } from '../ui/lists/paged-list.tsx';
import row from '../ui/lists/row.module.css';
import table from '../ui/lists/table.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { countSubscribers, number } from '../words/counts.ts';
import { AddSubscriber, SubscriberCsv } from './add-subscribers.tsx';
import { GrowthChart } from './growth-chart.tsx';
import styles from './newsletter.module.css';
import { detailOf, STATES } from './newsletter-words.ts';
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
  if (q.trim() !== '') return 'No matching addresses.';
  return state === '' ? 'No subscribers yet.' : 'No subscribers with this status.';
}

function Rows({ list }: { list: List }) {
  if (list.entries.length === 0) return <p className={table.empty}>{emptyText(list)}</p>;
  return (
    <>
      <ListTable
        className={styles.table}
        aria-labelledby="subscribers"
        columns={['Address', 'State']}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
        <tbody role="rowgroup">
          {list.entries.map((subscriber) => (
            <SubscriberRow key={subscriber.id} subscriber={subscriber} list={list} />
          ))}
        </tbody>
      </ListTable>
      <ShowMore list={list} />
    </>
  );
}

type RowProps = { subscriber: Subscriber; list: List };

/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */
function SubscriberRow({ subscriber, list }: RowProps) {
  const { timeZone } = useSite();
  const { email, state } = subscriber;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" dir="auto" className={styles.address}>
        {email}
      </th>
      <td role="cell" className={styles.state} data-state={state}>
        {STATES[state]} <span>{detailOf(subscriber, timeZone)}</span>
      </td>
      <td role="cell">
        <div className={row.actions}>
          <Button aria-disabled={list.isBusy} onClick={() => list.remove(subscriber)}>
            Delete<span className="visually-hidden"> {email}</span>
          </Button>
        </div>
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
