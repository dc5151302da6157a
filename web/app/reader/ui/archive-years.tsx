import type { ArchiveYear } from '@longhand/contract/posts/post-lists';
import { splitAtPlaceholders } from '@longhand/contract/words';
import { Link } from 'react-router';
import { yearPath } from '../site/page-paths.ts';
import { useWords } from '../site/words.tsx';
import styles from './archive-years.module.css';

/** Who sees the number needs no word beside it. */
function PostCount({ posts }: { posts: number }) {
  const words = useWords();
  const [before, , after] = splitAtPlaceholders(words.rawCount('archive.posts', posts));
  return (
    <>
      {before && <span className="visually-hidden">{before}</span>}
      {words.number(posts)}
      {after && <span className="visually-hidden">{after}</span>}
    </>
  );
}

type Props = {
  years: readonly ArchiveYear[];
  current?: number;
};

export function ArchiveYears({ years, current }: Props) {
  const words = useWords();
  if (years.length === 0) return null;
  return (
    <nav className={`no-print ${styles.archive}`} aria-labelledby="archive" lang={words.lang}>
      <h2 id="archive" className="label">
        {words.text('archive.kind')}
      </h2>
      <ul>
        {years.map(({ year, posts }) => (
          <li key={year}>
            <Link to={yearPath(year)} aria-current={year === current ? 'page' : undefined}>
              {year}{' '}
              <span>
                <PostCount posts={posts} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
