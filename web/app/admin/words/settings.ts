import { PALETTE } from '@longhand/contract/colours/palette';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';

export const HINTS = {
  site_name: `In the header, titles and feeds. Default: ${SITE_DEFAULTS.site_name}`,
  site_description: `For search engines, feeds and shared links. Default: ${SITE_DEFAULTS.site_description}`,
  blog_subtitle: `Below the blog’s heading. Default: ${SITE_DEFAULTS.blog_subtitle}`,
  contact_email: `Shown publicly on the contact page. Default: ${SITE_DEFAULTS.contact_email}`,
  language: 'A language code (BCP 47), such as de-LI or cy',
  time_zone: 'Type a city or continent, then choose from the list.',
  links: 'In the footer and on the contact page. Links left blank are hidden.',
  accent: `Used for links and focus outlines. Dark mode uses a lighter shade. Default: ${PALETTE.light.accent}`,
  icon: 'For browser tabs, bookmarks and phones. Use a square picture of at least 192 × 192 pixels. Saved as soon as you choose it.',
  logo: 'Replaces the name in the header, in light and dark mode. Saved as soon as you choose it.',
  smart_punctuation:
    'In Visual, straight quotes, two hyphens and three dots are replaced with the right typographic characters for your language as you type, except in code. Ctrl+Z undoes a replacement.',
  newsletter_shown:
    'At the end of the home page. Until email is set up, the form saves nothing and tells readers so.',
  offline_reading:
    'Readers’ browsers keep a dated copy of each page they open, and show it when there is no connection. If switched off, browsers delete their copies on the next visit.',
  thin_versions:
    'For versions older than a year, keep only the last of each month. The others are deleted for good within a day. If switched off, every version is kept.',
  statistics:
    'Counts views of public pages, without cookies and without storing who reads. Visits of browsers in which you are logged in are not counted.',
} as const;

export const OWN_LINKS_UNUSED = 'Links saved here are kept but not used';
export const UNTRANSLATED =
  'Not translated yet: fixed texts are in English unless you change them.';
export const UNKNOWN_TIME_ZONE =
  'is not a known time zone: choose one from the list, such as Europe/Paris';

export const STATUS = {
  saved: 'Saved. Your changes are live.',
  unchanged: 'No changes to save.',
  kept: 'Your changes are still here.',
  newer: 'You have newer unsaved changes.',
} as const;

export const LEAVE_UNSAVED = 'Your changes are not saved. Leave anyway?';
export const SAVE_LANGUAGE_FIRST = 'Save the new language first: each language has its own words.';
export const FIXED_TEXTS = 'Fixed texts on your site, such as “Continue Reading”.';
export const PICTURE_SESSION_OVER =
  'Your session has ended. Log in again in another tab, then choose the file again.';
export const PICTURE_FAILED =
  'The picture could not be uploaded. Check your connection and try again.';
export const ABOUT_EXPORT =
  'Everything you have written in one zip file, in formats that any program can read: each post and page with all its fields and HTML, your pictures, redirects and settings, and one JSON file with all of it. You can import it into another Longhand blog.';
export const NOT_IN_EXPORT =
  'Includes drafts, so keep it private. Version history, trash and password are only in backups, which you can download from the dashboard.';
