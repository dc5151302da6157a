import { Link } from 'react-router';
import { useToken } from '../../../lib/session.ts';
import { useWords } from '../../site/words.tsx';
import styles from '../article.module.css';

/** Only in the browser: the server renders one page for all visitors. */
export function EditLink({ to }: { to: string }) {
  const token = useToken();
  const words = useWords();
  if (!token) return null;
  return (
    <Link to={to} className={`no-print ${styles.edit}`} lang={words.lang}>
      {words.text('post.edit')}
    </Link>
  );
}
