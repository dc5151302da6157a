import { encodeWord, isPlainText, quoteString } from 'nodemailer/lib/mime-funcs';

/** Mail programs would decode such a text. */
export const looksEncoded = (text: string) => text.includes('=?');

/** RFC 2047 limits the length of an encoded word, so the text is split to fit into lines. */
export const encodeText = (line: string) => encodeWord(line, 'B', 52);

/** A line break would end the header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function phrase(name: string): string {
  const line = oneLine(name);
  return isPlainText(line) && !looksEncoded(line) ? quoteString(line) : encodeText(line);
}

/** RFC 2919: the id in brackets never changes, whatever the site is called. */
export function listId(siteName: string, siteUrl: string): string {
  // The host is ASCII already, but that of an IPv6 address has other characters.
  const host = new URL(siteUrl).hostname.replace(/[^\w.-]+/g, '-');
  return `${phrase(siteName)} <newsletter.${host}>`;
}

/** With this header Exchange sends no holiday notices, but still reports what could not be delivered. */
export const NO_ANSWERS = { 'X-Auto-Response-Suppress': 'OOF, AutoReply' };
