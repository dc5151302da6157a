import { yearOf } from '@longhand/contract/dates';
import type { SiteLink } from '@longhand/contract/site/site-defaults';
import { Link } from 'react-router';
import { useServerText } from '../../lib/use-server-text.ts';
import styles from './footer.module.css';
import { pagesIn, type Site } from './site.ts';
import { fillWithNodes, useWords } from './words.tsx';

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
  const words = useWords();
  if (pages.length === 0) return null;
  return (
    <nav aria-label={words.text('footer.pages')} lang={words.lang}>
      <ul className={styles.list} lang={words.pageLang}>
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

/** A name that ends in a mark needs no other. */
function endSentence(text: string, name: string): string {
  return /[.!?…。！？]$/.test(name) ? text.replace(/(?<=\{site\})[.。]/, '') : text;
}

export function Footer({ site }: { site: Site }) {
  const year = useServerText(site.timeZone, () => yearOf(new Date(), site.timeZone));
  const words = useWords();
  const love = words.text('footer.love');
  const copyright = endSentence(words.raw('footer.copyright'), site.name);
  return (
    <footer className={styles.footer}>
      <SocialLinks links={site.links} />
      <Pages site={site} />
      {copyright && (
        <p lang={words.lang} dir={words.direction} suppressHydrationWarning>
          {fillWithNodes(copyright, { year, site: <bdi>{site.name}</bdi> })}
        </p>
      )}
      {love !== '' && <p lang={words.lang}>{love}</p>}
    </footer>
  );
}
