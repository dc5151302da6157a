import type { ArchiveYear } from '@longhand/contract/archive';
import { Link } from 'react-router';
import { yearPath } from '../site/page-paths.ts';
import styles from './archive-years.module.css';

type Props = {
  years: readonly ArchiveYear[];
  /** The year that is shown. */
  current?: number;
};

export function ArchiveYears({ years, current }: Props) {
  if (years.length === 0) return null;
  return (
    <nav className={`no-print ${styles.archive}`} aria-labelledby="archive">
      <h2 id="archive" className="label">
        Archive
      </h2>
      <ul>
        {years.map(({ year, posts }) => (
          <li key={year}>
            <Link to={yearPath(year)} aria-current={year === current ? 'page' : undefined}>
              {year}{' '}
              <span>
                {posts}
                <span className="visually-hidden">{posts === 1 ? ' post' : ' posts'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
