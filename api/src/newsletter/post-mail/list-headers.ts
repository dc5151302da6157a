import { isPlainText, quoteString } from 'nodemailer/lib/mime-funcs';
import { encodeText, looksEncoded } from '../../mail/encoded-words.ts';

/** For a header, which a line break would end. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function phrase(name: string): string {
  const line = oneLine(name);
  return isPlainText(line) && !looksEncoded(line) ? quoteString(line) : encodeText(line);
}

/** RFC 2919: the id never changes, whatever the site is called. */
export function listId(siteName: string, siteUrl: string): string {
  // In ASCII already; the address of an IPv6 host has other signs.
  const host = new URL(siteUrl).hostname.replace(/[^\w.-]+/g, '-');
  return `${phrase(siteName)} <newsletter.${host}>`;
}

/** Exchange sends no holiday notices, but still says what could not be delivered. */
export const NO_ANSWERS = { 'X-Auto-Response-Suppress': 'OOF, AutoReply' };
