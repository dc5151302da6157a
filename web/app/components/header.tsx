import { useState } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { browserLogout } from '../lib/browser-api.ts';
import { useToken } from '../lib/session.ts';
import type { Site } from '../lib/site.ts';
import { toggleTheme } from '../lib/theme.ts';
import styles from './header.module.css';

const PAGES = [
  ['/', 'Home'],
  ['/blog', 'Blog'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

function ThemeToggle() {
  return (
    <button
      type="button"
      className={styles.theme}
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
      </svg>
    </button>
  );
}

/**
 * On admin pages, and on the way to one: it changes with the click, not when the page has come. The
 * login after one keeps it: a session may end by itself, and nothing is to move then.
 */
function useCompact(): boolean {
  const here = useLocation();
  const { pathname } = useNavigation().location ?? here;
  const isAdmin = /^\/admin(?:\/|$)/.test(pathname);
  const [compact, setCompact] = useState(isAdmin);
  if (pathname !== '/login' && compact !== isAdmin) setCompact(isAdmin);
  return compact;
}

export function Header({ site }: { site: Site }) {
  const token = useToken();
  const compact = useCompact();
  return (
    <header className={compact ? `${styles.header} ${styles.compact}` : styles.header}>
      <Link to="/" className={styles.brand} viewTransition>
        {site.name}
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        {PAGES.map(([path, label]) => (
          <NavLink key={path} to={path} end={path === '/'} viewTransition>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.session}>
        {token && (
          <>
            <NavLink to="/admin">Admin</NavLink>
            <button type="button" onClick={browserLogout}>
              Logout
            </button>
          </>
        )}
        <ThemeToggle />
      </div>
    </header>
  );
}
