import { Link } from 'react-router';
import { useToken } from '../../../lib/session.ts';
import styles from '../article.module.css';

/** Only in the browser: the server renders one page for all visitors. */
export function EditLink({ to }: { to: string }) {
  const token = useToken();
  if (!token) return null;
  return (
    <Link to={to} className={`no-print ${styles.edit}`}>
      Edit
    </Link>
  );
}
