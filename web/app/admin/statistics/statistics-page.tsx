import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import { editorAddress } from '../document-editor/addresses.ts';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import table from '../ui/lists/table.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { average } from '../words/counts.ts';
import {
  DELETE_QUESTION,
  DELETED,
  NO_VIEWS,
  NO_VIEWS_YET,
  STATISTICS_ALERTS,
  SWITCHED_OFF,
} from '../words/statistics.ts';
import { CsvMenu } from './csv-menu.tsx';
import { rangeBefore } from './days.ts';
import type { LoadedStatistics, ShownPost } from './load-statistics.ts';
import { movedInto, toPeriods, totalOf } from './periods.ts';
import { RangeControls } from './range-controls.tsx';
import { partOf } from './rank-posts.ts';
import { ReadPosts } from './read-posts.tsx';
import { Readers } from './readers.tsx';
import styles from './statistics.module.css';
import { type StatisticsView, statisticsAddress } from './statistics-view.ts';
import { ViewsChart } from './views-chart.tsx';

type Props = { loaded: LoadedStatistics };

export function StatisticsPage({ loaded }: Props) {
  const { isOn, now, view, post } = loaded;
  const { run, isBusy } = useOneAtATime();
  const [deleted, setDeleted] = useState<LoadedStatistics>();
  const isDeleted = deleted === loaded;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, `${view.post} ${isDeleted}`);
  const hasNumbers = now.first_day !== null && !isDeleted;

  function deleteAll(): void {
    if (!window.confirm(DELETE_QUESTION)) return;
    void run(STATISTICS_ALERTS.delete, async () => {
      await adminApi.deleteStatistics();
      setDeleted(loaded);
    });
  }

  return (
    <div className={`page ${admin.admin} ${styles.page}`}>
      <title>{post ? `Statistics: ${post.title}` : 'Statistics'}</title>
      <header className={admin.head}>
        <h1 ref={heading} tabIndex={-1}>
          Statistics
        </h1>
        {hasNumbers && <CsvMenu loaded={loaded} />}
      </header>
      {!isOn && (
        <p className={styles.off}>
          {SWITCHED_OFF}{' '}
          <Link to="/admin/settings#statistics" className="button">
            Switch on
          </Link>
        </p>
      )}
      {post !== undefined && <PostLine post={post} view={view} />}
      <p role="status" className={isDeleted ? table.empty : 'visually-hidden'}>
        {isDeleted && DELETED}
      </p>
      {hasNumbers && <Numbers loaded={loaded} />}
      {!hasNumbers && isOn && !isDeleted && <p className={table.empty}>{NO_VIEWS_YET}</p>}
      {hasNumbers && post === undefined && (
        <div className={admin.foot}>
          <Button className={admin.quiet} aria-disabled={isBusy} onClick={deleteAll}>
            Delete all numbers
          </Button>
        </div>
      )}
    </div>
  );
}

function PostLine({ post: { title, present }, view }: { post: ShownPost; view: StatisticsView }) {
  return (
    <div className={styles.post}>
      <h2 dir="auto">{title}</h2>
      {present && <Link to={editorAddress('post', present.id)}>Edit</Link>}
      {present?.published && <Link to={`/blog/${present.slug}`}>View</Link>}
      <Link to={statisticsAddress({ ...view, post: null })}>All posts</Link>
    </div>
  );
}

function Numbers({ loaded }: Props) {
  const { now, before, range, unit, view, post } = loaded;
  const { first_day } = now;
  const moved = before?.days.map((day) => ({ ...day, day: movedInto(range, day.day) })) ?? null;
  return (
    <>
      <RangeControls loaded={loaded} />
      {now.days.length === 0 ? (
        <p className={table.empty}>{NO_VIEWS}</p>
      ) : (
        <>
          <Totals loaded={loaded} />
          <ViewsChart
            unit={unit}
            periods={toPeriods(now.days, range, unit, first_day)}
            before={
              moved && toPeriods(moved, range, unit, first_day && movedInto(range, first_day))
            }
          />
          {post === undefined && <ReadPosts view={view} posts={now.posts} before={before?.posts} />}
        </>
      )}
      <Readers now={now} />
    </>
  );
}

function Totals({ loaded: { now, before, range } }: Props) {
  const total = totalOf(now.days, range, now.first_day);
  const earlier = before && totalOf(before.days, rangeBefore(range), now.first_day);
  // Of posts only, and of all their views, as in their list.
  const sum = (name: 'views' | 'finished') => now.posts.reduce((all, post) => all + post[name], 0);
  const all = sum('views');
  const rows = [
    ['Views', total.views, earlier?.views],
    ['Visitors a day', total.visitorsADay, earlier?.visitorsADay],
  ] as const;
  return (
    <dl className={styles.totals}>
      {rows.map(([name, value, then]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{average(value)}</dd>
          {then !== undefined && <dd>{average(then)} before</dd>}
        </div>
      ))}
      {all > 0 && (
        <div>
          <dt>Read to the end</dt>
          <dd>{partOf(sum('finished'), all)}</dd>
        </div>
      )}
    </dl>
  );
}
