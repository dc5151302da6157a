import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import styles from './admin-nav.module.css';
import { sectionOf } from './admin-section.ts';

const POSTS = '/admin';

const LINKS = [
  ['posts', POSTS, 'Posts'],
  ['pages', '/admin/pages', 'Pages'],
  ['newsletter', '/admin/newsletter', 'Newsletter'],
  ['statistics', '/admin/statistics', 'Statistics'],
  ['settings', '/admin/settings', 'Settings'],
] as const;

const neverChanges = () => () => {};

/** The list as it was left; while it is shown, its link leads to the whole list. The server knows no list. */
function usePostsAddress(pathname: string): string {
  const read = () => (pathname === POSTS ? POSTS : dashboardAddress());
  return useSyncExternalStore(neverChanges, read, () => POSTS);
}

/** None in an editor, where the text has all the room. */
export function AdminNav() {
  const { pathname } = useLocation();
  const posts = usePostsAddress(pathname);
  const current = sectionOf(pathname);
  if (current === null) return null;
  return (
    <nav aria-label="Admin" className={`page ${styles.nav}`}>
      {LINKS.map(([name, path, label]) => (
        <Link
          key={name}
          to={name === 'posts' ? posts : path}
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
