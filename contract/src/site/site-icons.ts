// Separate from the schemas, so that the browser does not load zod.

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

/** The length of each side in pixels. */
export const MIN_ICON_SIZE = 192;
