import { escapeAttribute, escapeText } from '@longhand/contract/search';
import { videoEmbed } from '@longhand/contract/video-embed';
import { plainText } from '../../html/plain-text.ts';
import { replaceInText } from './html-tokens.ts';

function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

/** A frame of a video that pages may show, a link to anything else; null if it is no address. */
export function embed(address: string): string | null {
  const frame = videoEmbed(address);
  if (frame) return `\n\n${frame}\n\n`;
  if (!isWebAddress(address)) return null;
  return `<a href="${escapeAttribute(address)}">${escapeText(address)}</a>`;
}

/** An address alone on its line, which WordPress shows as what is there. */
const LONE_ADDRESS = /(?<=^[ \t]*|<p>[ \t\n]*)https?:\/\/[^\s<>"]+(?=[ \t]*$|[ \t\n]*<\/p>)/gm;

export function embedLoneAddresses(html: string): string {
  if (!/https?:/.test(html)) return html;
  return replaceInText(html, LONE_ADDRESS, ([address], { isLinked }) =>
    isLinked ? null : embed(plainText(address)),
  );
}
