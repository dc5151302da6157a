import { encodeWords, isPlainText, quoteString } from 'nodemailer/lib/mime-funcs';

const CONTROLS = /\p{Cc}+/gu;

function phrase(name: string): string {
  const line = name.replace(CONTROLS, ' ').trim();
  return isPlainText(line) ? quoteString(line) : encodeWords(line, 'B', 52, true);
}

/** RFC 2919: the id never changes, whatever the site is called. */
export function listId(siteName: string, siteUrl: string): string {
  return `${phrase(siteName)} <newsletter.${new URL(siteUrl).hostname}>`;
}

/** So that nobody's answering machine writes back. */
export const NO_ANSWERS = { 'X-Auto-Response-Suppress': 'All' };
