import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useNavigation } from 'react-router';
import { isAdminPath } from '../../lib/admin-path.ts';
import { browserLogout } from '../../lib/browser-api.ts';
import { imageAttributes } from '../../lib/images.ts';
import { Picture } from '../../lib/picture.tsx';
import { useToken } from '../../lib/session.ts';
import styles from './header.module.css';
import { pagesIn, type Site } from './site.ts';
import { useWords } from './words.tsx';

/** The stylesheet has the same: the height of the name, and a width that leaves room for the rest. */
const HEIGHT_REM = 2.1;
const MAX_WIDTH_REM = 16;

type Props = { logo: NonNullable<Site['logo']>; site: Site };

function Logo({ logo: { url, width, height }, site }: Props) {
  const shownWidth = Math.min((HEIGHT_REM * width) / height, MAX_WIDTH_REM);
  return (
    <Picture
      {...imageAttributes(url, 'card', site.apiUrl)}
      // Logos are often transparent.
      placeholderClass={undefined}
      sizes={`${shownWidth.toFixed(2)}rem`}
      width={width}
      height={height}
      alt={site.name}
      className={styles.logo}
      fallback={site.name}
    />
  );
}

/** These pages are part of the blog, though their addresses do not begin with its. */
const BLOG_LISTS = /^\/(topics|archive)\//;

const FIXED = [
  ['/', 'header.home'],
  ['/blog', 'header.blog'],
] as const;

/** The script in the page's head handles the click (`lib/theme.ts`), with or without React. */
function ThemeToggle() {
  const words = useWords();
  return (
    <button
      type="button"
      className={styles.theme}
      data-theme-switch=""
      aria-label={words.text('header.theme')}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
      </svg>
    </button>
  );
}

/** The path of the link that a click leads to without loading a new page. */
function followedPath({ target, defaultPrevented }: MouseEvent): string | undefined {
  const link = defaultPrevented && target instanceof Element ? target.closest('a') : null;
  return link?.pathname;
}

/**
 * On admin pages, and on the way to one: it changes with the click, not when the page has come. The
 * login after one keeps it: a session may end by itself, and nothing is to move then.
 */
function useCompact(): boolean {
  const here = useLocation();
  const { pathname } = useNavigation().location ?? here;
  const [compact, setCompact] = useState(isAdminPath(pathname));
  const [lastPath, setLastPath] = useState(pathname);
  if (lastPath !== pathname) {
    setLastPath(pathname);
    if (pathname !== '/login') setCompact(isAdminPath(pathname));
  }
  useEffect(() => {
    // Not left to the router: its updates are transitions, and may wait for the next page's code.
    const onClick = (event: MouseEvent) => {
      const path = followedPath(event);
      if (path !== undefined && isAdminPath(path)) flushSync(() => setCompact(true));
    };
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, []);
  return compact;
}

function currentMark(path: string, current: string): 'page' | 'true' | undefined {
  if (current === path || (path !== '/' && current.startsWith(`${path}/`))) return 'page';
  return path === '/blog' && BLOG_LISTS.test(current) ? 'true' : undefined;
}

export function Header({ site }: { site: Site }) {
  const token = useToken();
  const compact = useCompact();
  const { pathname } = useLocation();
  const words = useWords();
  const fixed = FIXED.map(([path, key]) => [path, words.text(key)] as const);
  return (
    <header className={compact ? `${styles.header} ${styles.compact}` : styles.header}>
      <Link to="/" className={styles.brand} dir="auto" viewTransition>
        {site.logo ? <Logo key={site.logo.url} logo={site.logo} site={site} /> : site.name}
      </Link>
      <nav aria-label={words.text('header.main')} lang={words.lang} className={styles.nav}>
        {[...fixed, ...pagesIn('header', site)].map(([path, label], index) => (
          <Link
            key={path}
            to={path}
            aria-current={currentMark(path, pathname)}
            lang={index < fixed.length ? undefined : words.pageLang}
            dir="auto"
            viewTransition
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.session} lang={words.lang}>
        {token && (
          <>
            <Link to="/admin" aria-current={currentMark('/admin', pathname)}>
              {words.text('header.admin')}
            </Link>
            <button type="button" onClick={browserLogout}>
              {words.text('header.logout')}
            </button>
          </>
        )}
        <ThemeToggle />
      </div>
    </header>
  );
}
