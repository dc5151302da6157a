import { yearOf } from '@longhand/contract/dates';
import type { SiteLink } from '@longhand/contract/site-defaults';
import { Link } from 'react-router';
import { useServerText } from '../../lib/use-server-text.ts';
import styles from './footer.module.css';
import { pagesIn, type Site } from './site.ts';

function SocialLinks({ links }: { links: readonly SiteLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className={styles.list}>
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          <a href={url} rel="me noopener" dir="auto">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Pages({ site }: { site: Site }) {
  const pages = pagesIn('footer', site);
  if (pages.length === 0) return null;
  return (
    <nav aria-label="More pages">
      <ul className={styles.list}>
        {pages.map(([path, title]) => (
          <li key={path}>
            <Link to={path} viewTransition dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer({ site }: { site: Site }) {
  const year = useServerText(site.timeZone, () => yearOf(new Date(), site.timeZone));
  return (
    <footer className={styles.footer}>
      <SocialLinks links={site.links} />
      <Pages site={site} />
      <p dir="auto" suppressHydrationWarning>
        © {year} <bdi>{site.name}</bdi>
        {/[.!?…]$/.test(site.name) ? ' All rights reserved.' : '. All rights reserved.'}
      </p>
      <p>Designed with love</p>
    </footer>
  );
}
