import { EVENT_KINDS } from '@longhand/contract/event-kinds';
import type { Event } from '@longhand/contract/events';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { adminApi } from '../api/admin-api.ts';
import type { EventFilter } from '../api/event-calls.ts';
import type { ListPart } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { ShowMore, usePagedList } from '../ui/lists/paged-list.tsx';
import table from '../ui/lists/table.module.css';
import { dateAndTime } from '../words/date-and-time.ts';
import * as words from '../words/events.ts';
import styles from './events.module.css';

const ALL: EventFilter = { kind: '', from: '', to: '' };

/** The titles of the posts that exist, by their ids. */
type Titles = ReadonlyMap<string, string>;

export async function loadEvents() {
  const [first, posts] = await Promise.all([adminApi.listEvents(ALL, null), adminApi.listPosts()]);
  return { first, titles: new Map(posts.map(({ id, title }) => [id, title])) as Titles };
}

function useEvents(first: ListPart<Event>) {
  return usePagedList({
    ...{ first, initial: ALL, moreFailure: words.MORE_EVENTS_FAILED },
    load: adminApi.listEvents,
  });
}

export function EventsPage({ first, titles }: Awaited<ReturnType<typeof loadEvents>>) {
  const list = useEvents(first);
  const isFiltered = Object.values(list.query).some((value) => value !== '');
  return (
    <div className={`page ${admin.admin} ${styles.page}`}>
      <title>What happened</title>
      <h1>What happened</h1>
      <p className={styles.about}>{words.ABOUT_EVENTS}</p>
      <Filters filter={list.query} onChange={list.setQuery} />
      {list.hasFailed && <LoadFailed text={words.EVENTS_NOT_LISTED} onRetry={list.readAgain} />}
      {list.entries.length === 0 && (
        <p className={table.empty}>{isFiltered ? words.NO_SUCH_EVENTS : words.NO_EVENTS}</p>
      )}
      <ol className={styles.events}>
        {list.entries.map((event) => (
          <EventItem key={event.id} event={event} titles={titles} />
        ))}
      </ol>
      <ShowMore list={list} />
    </div>
  );
}

type FilterProps = { filter: EventFilter; onChange: (filter: EventFilter) => void };

function Filters({ filter, onChange }: FilterProps) {
  const id = useId();
  const set = (name: keyof EventFilter) => ({
    id: id + name,
    className: 'field',
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...filter, [name]: target.value }),
  });
  return (
    <div className={styles.filters}>
      <div>
        {/* Beside the fields, because it would be named by all of the options. */}
        <label htmlFor={`${id}kind`}>Kind</label>
        <select {...set('kind')}>
          <option value="">All</option>
          {EVENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.EVENT_WORDS[kind]}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}from`}>From</label>
        <input type="date" max={filter.to || undefined} {...set('from')} />
      </div>
      <div>
        <label htmlFor={`${id}to`}>To</label>
        <input type="date" min={filter.from || undefined} {...set('to')} />
      </div>
    </div>
  );
}

function EventItem({ event, titles }: { event: Event; titles: Titles }) {
  const { at, kind, actor, address, subject, detail } = event;
  const { timeZone } = useSite();
  const title = subject === null ? undefined : titles.get(subject);
  return (
    <li>
      <p>
        <b>{words.EVENT_WORDS[kind]}</b>
        {detail !== null && <span>{detail.replaceAll('_', ' ')}</span>}
        {title !== undefined && (
          <Link to={`/admin/posts/edit/${subject}`} dir="auto">
            {title}
          </Link>
        )}
      </p>
      <small>
        <time dateTime={at}>{dateAndTime(at, timeZone)}</time>
        <span>{words.ACTOR_WORDS[actor]}</span>
        {address !== null && <span>{address}</span>}
      </small>
    </li>
  );
}
