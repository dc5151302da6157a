import { PALETTE } from '@longhand/contract/colours/palette';
import { SITE_ICONS, type SiteIcon } from '@longhand/contract/site/site-icons';
import { iconPath } from '../../app/reader/site/icons.ts';
import type { Site, SiteHosts } from '../../app/reader/site/site.ts';

const EXAMPLE_CONTACT = /@example\.(com|org|net)$/;
const YEAR_MS = 365 * 86_400_000;

export function robotsTxt(site: SiteHosts): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /login\n\nSitemap: ${site.url}/sitemap.xml\n`;
}

/** Undefined while the contact address is the example. */
export function securityTxt(site: Site, now: Date): string | undefined {
  if (EXAMPLE_CONTACT.test(site.contactEmail)) return undefined;
  const expires = new Date(now.getTime() + YEAR_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  return [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${site.url}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function manifest(site: Site): string {
  const icon = (name: SiteIcon) => ({ src: iconPath(name, site), type: SITE_ICONS[name] });
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: site.language,
    start_url: '/',
    display: 'minimal-ui',
    background_color: PALETTE.light.paper,
    theme_color: PALETTE.light.paper,
    icons: [
      { ...icon('icon.svg'), sizes: 'any' },
      { ...icon('icon-192.png'), sizes: '192x192' },
      { ...icon('icon-512.png'), sizes: '512x512' },
      { ...icon('icon-maskable.png'), sizes: '512x512', purpose: 'maskable' },
    ],
  });
}
