import { longDate } from '@longhand/contract/dates';
import { type Site, socialLinks } from '../lib/site.ts';
import styles from './footer.module.css';

function SocialLinks({ site }: { site: Site }) {
  return (
    <ul className={styles.social}>
      {socialLinks(site).map(([label, href]) => (
        <li key={label}>
          <a href={href} rel="me noopener">
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
