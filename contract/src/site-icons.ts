// Separate from the schemas, so that the browser does not load zod.

/** The files of a site's icon, with their media types. */
export const SITE_ICONS = {
  'icon.svg': 'image/svg+xml',
  'favicon.ico': 'image/vnd.microsoft.icon',
  'apple-touch-icon.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable.png': 'image/png',
} as const;

export type SiteIcon = keyof typeof SITE_ICONS;

export const SITE_ICON_NAMES = Object.keys(SITE_ICONS) as readonly SiteIcon[];

export function isSiteIcon(name: string): name is SiteIcon {
  return Object.hasOwn(SITE_ICONS, name);
}

/** In pixels, of each side. */
export const MIN_ICON_SIZE = 192;
