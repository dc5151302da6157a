import type { Statistics } from '@longhand/contract/statistics/statistics';
import { useState } from 'react';
import { Link } from 'react-router';
import { Choice } from '../ui/fields/choice.tsx';
import { number } from '../words/counts.ts';
import { useFirstRows } from './counted-list.tsx';
import { partOf, RANKINGS, type RankedPost, type Ranking, rankPosts } from './rank-posts.ts';
import styles from './statistics.module.css';
import { type StatisticsView, statisticsAddress } from './statistics-view.ts';

type Props = {
  view: StatisticsView;
  posts: Statistics['posts'];
  /** Undefined if the range is all days. */
  before: Statistics['posts'] | undefined;
};

export function ReadPosts({ view, posts, before }: Props) {
  const [ranking, setRanking] = useState<Ranking>('views');
  // All days have none before them, so that nothing rises.
  const by = before === undefined && ranking === 'change' ? 'views' : ranking;
  const ranked = rankPosts(posts, before, by);
  const [shown, moreRows] = useFirstRows(ranked);
  const { change, ...others } = RANKINGS;
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="read-posts" className={styles.posts}>
      <div className={styles.head}>
        <h2 id="read-posts">Posts</h2>
        <Choice
          legend="Sort by"
          options={before ? RANKINGS : others}
          value={by}
          onChange={setRanking}
        />
      </div>
      {ranked.length === 0 ? (
        <p>None in these days.</p>
      ) : (
        <table aria-labelledby="read-posts" data-by={by}>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Views</th>
              <th scope="col" data-column="finished">
                Read to the end
              </th>
              {before && (
                <th scope="col" data-column="change">
                  Change
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((post) => (
              <Row key={post.id} post={post} view={view} />
            ))}
          </tbody>
        </table>
      )}
      {moreRows}
    </section>
  );
}

const signed = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });

function Row({ post, view }: { post: RankedPost; view: StatisticsView }) {
  const { id, title, views, finished, change } = post;
  return (
    <tr>
      <th scope="row" dir="auto">
        <Link to={statisticsAddress({ ...view, post: id })}>{title}</Link>
      </th>
      <td>{number(views)}</td>
      <td data-column="finished">
        {number(finished)} <small>{partOf(finished, views)}</small>
      </td>
      {change !== undefined && (
        <td data-column="change">{signed.format(change).replace('-', '−')}</td>
      )}
    </tr>
  );
}
