import { PALETTE } from '@longhand/contract/palette';
import type { Site } from '../../app/lib/site.ts';

const EXAMPLE_CONTACT = /@example\.(com|org|net)$/;
const YEAR_MS = 365 * 86_400_000;

export function robotsTxt(site: Site): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /login\n\nSitemap: ${site.url}/sitemap.xml\n`;
}

/** Undefined while CONTACT_EMAIL is the example. */
export function securityTxt(site: Site, now: Date): string | undefined {
  if (EXAMPLE_CONTACT.test(site.contactEmail)) return undefined;
  // A year from the day of the request.
  const expires = new Date(now.getTime() + YEAR_MS).toISOString().replace(/T.*/, 'T00:00:00Z');
  return [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${site.url}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function manifest(site: Site): string {
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: site.description,
    start_url: '/',
    display: 'minimal-ui',
    background_color: PALETTE.light.paper,
    theme_color: PALETTE.light.paper,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}
