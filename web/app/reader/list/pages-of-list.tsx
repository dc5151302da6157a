import { Link } from 'react-router';
import { useWords } from '../site/words.tsx';
import styles from './rest-of-list.module.css';

type Props = {
  path: string;
  /** The cursor of the next page. */
  next: string | null;
  isFirst: boolean;
};

/** Links to the other pages of a list that does not grow by scrolling. */
export function PagesOfList({ path, next, isFirst }: Props) {
  const words = useWords();
  if (isFirst && next === null) return null;
  return (
    <nav
      className={`no-print ${styles.rest}`}
      aria-label={words.text('list.pages')}
      lang={words.lang}
    >
      {!isFirst && (
        <Link className="button" to={path}>
          {words.text('list.newest')}
        </Link>
      )}
      {next !== null && (
        <Link className="button" rel="next" to={`${path}?cursor=${next}`}>
          {words.text('list.older')}
        </Link>
      )}
    </nav>
  );
}
