import { longDate } from '@longhand/contract/dates';
import type { Site } from '../lib/site.ts';
import styles from './footer.module.css';

const NETWORKS = [
  ['instagram', 'Instagram'],
  ['twitter', 'Twitter'],
  ['tumblr', 'Tumblr'],
  ['pinterest', 'Pinterest'],
] as const;

export function SocialLinks({ site }: { site: Site }) {
  return (
    <ul className={styles.social}>
      {NETWORKS.map(([network, label]) => (
        <li key={network}>
          <a href={site.social[network]} rel="me noopener">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Footer({ site }: { site: Site }) {
  const year = longDate(new Date().toISOString(), site.timeZone).slice(-4);
  return (
    <footer className={styles.footer}>
      <SocialLinks site={site} />
      <p suppressHydrationWarning>
        © {year} {site.name}. All rights reserved.
      </p>
      <p>Designed with love</p>
    </footer>
  );
}
