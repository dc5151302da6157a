import { TRASH_DAYS } from '@longhand/contract/limits';

export const PAGE_HINTS = {
  fixedAddress: 'This page’s address cannot be changed.',
  address: 'At the root of the site. If left empty, it follows the title.',
  order: 'Optional. Lower numbers come first.',
  meta_description: 'Optional. Shown by search engines. Default: the beginning of the text',
} as const;

export const DEFAULT_TEXT =
  'This is the default text. It follows the site’s settings until you change it.';
export const CONTACT_BELOW =
  'The contact address and the links from Settings are shown below the text.';
export const ABOUT_TRASH = `Deleted pages can be restored for ${TRASH_DAYS} days.`;
export const DELETE_UNSAVED_PAGE = 'Delete this unsaved page for good?';
