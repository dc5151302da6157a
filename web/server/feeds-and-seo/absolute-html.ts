import { UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { decodeEntities, escapeAttribute } from '@longhand/contract/posts/search';

const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Removes the characters that XML does not allow, not even escaped. */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, '');
}

/** Anchors are of use only on the page itself, not in a feed reader. */
const ANCHOR = /<a class="anchor"[^>]*><\/a>/g;
const PAGE_ONLY =
  / tabindex="0"| role="region" aria-label="Table"| role="group" aria-label="Code"/g;
/** Attributes are only replaced within tags: the text of a post may look like one. */
const TAG = /<[a-z](?:"[^"]*"|[^">])*>/gi;
const URL_ATTRIBUTE = / (src|href|poster|cite)="([^"]*)"/g;
const SRCSET = / srcset="([^"]*)"/g;

type Bases = {
  readonly page: string;
  /** Uploads may be on another host. */
  readonly uploads: string;
};

/** Makes every URL in sanitised HTML absolute, for feed readers. */
export function absoluteHtml(html: string, { page, uploads }: Bases): string {
  /** Empty if the URL is invalid. */
  function toAbsolute(address: string): string {
    const base = address.startsWith(UPLOADS_PATH) ? uploads : page;
    const url = URL.parse(decodeEntities(address), base);
    return url ? escapeAttribute(url.href) : '';
  }

  const absoluteTag = (tag: string) =>
    tag
      .replace(PAGE_ONLY, '')
      .replace(URL_ATTRIBUTE, (_all, name: string, address: string) => {
        const url = toAbsolute(address);
        return url && ` ${name}="${url}"`;
      })
      .replace(SRCSET, (_all, list: string) => {
        const candidates = list.split(/,\s+/).map((candidate) => {
          const [address = '', size] = candidate.trim().split(/\s+/);
          return [toAbsolute(address), size].filter(Boolean).join(' ');
        });
        return ` srcset="${candidates.join(', ')}"`;
      });
  return html.replace(ANCHOR, '').replace(TAG, absoluteTag);
}
