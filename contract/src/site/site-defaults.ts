import { DEFAULT_LANGUAGE } from '../language.ts';

// Separate from the schemas, so that the browser does not load zod.

export type SiteLink = { readonly label: string; readonly url: string };

export const SITE_DEFAULTS = {
  site_name: 'Longhand',
  site_description: 'Thoughts on technology, design, and life.',
  blog_subtitle: 'Thoughts on technology, design, and life.',
  contact_email: 'hello@example.com',
  time_zone: 'UTC',
  language: DEFAULT_LANGUAGE,
  /** Null for the accent of the stylesheet. */
  accent: null,
  newsletter_shown: true,
  offline_reading: true,
  thin_versions: false,
  smart_punctuation: true,
  statistics: false,
  links: [
    { label: 'Instagram', url: 'https://www.instagram.com/' },
    { label: 'Twitter', url: 'https://x.com/' },
    { label: 'Tumblr', url: 'https://www.tumblr.com/' },
    { label: 'Pinterest', url: 'https://www.pinterest.com/' },
  ],
} as const satisfies Record<string, unknown>;

export type SettingName = keyof typeof SITE_DEFAULTS;

export const SETTING_NAMES = Object.keys(SITE_DEFAULTS) as readonly SettingName[];

/** An environment variable that is set locks its setting. */
export const SETTING_VARIABLES = {
  site_name: ['SITE_NAME'],
  site_description: ['SITE_DESCRIPTION'],
  contact_email: ['CONTACT_EMAIL'],
  time_zone: ['SITE_TIMEZONE'],
  links: ['SOCIAL_INSTAGRAM', 'SOCIAL_TWITTER', 'SOCIAL_TUMBLR', 'SOCIAL_PINTEREST'],
} as const satisfies { readonly [Name in SettingName]?: readonly string[] };

/** Counted in UTF-16 units. */
export const SETTING_LIMITS = {
  site_name: 80,
  site_description: 300,
  blog_subtitle: 200,
  contact_email: 254,
  link_label: 40,
  link_url: 500,
  links: 12,
  word: 1_000,
} as const;

/** The language is in BCP 47, in a form that browsers can write dates in. */
export function isLanguage(value: string): boolean {
  try {
    return (
      Intl.getCanonicalLocales(value)[0] === value &&
      Intl.DateTimeFormat.supportedLocalesOf(value).length > 0
    );
  } catch {
    return false;
  }
}

export function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
