import { UPLOADS_PATH } from '@longhand/contract/image-names';
import { decodeEntities, escapeAttribute } from '@longhand/contract/search';

/** Links that only make sense on the page itself, and what a reader's program cannot use. */
const ANCHOR = /<a class="anchor"[^>]*><\/a>/g;
const PAGE_ONLY = / tabindex="0"| role="region" aria-label="Table"/g;
/** A whole tag: what looks like an attribute elsewhere is what somebody wrote about one. */
const TAG = /<[a-z](?:"[^"]*"|[^">])*>/gi;
const ADDRESS = / (src|href|poster|cite)="([^"]*)"/g;
const ADDRESSES = / srcset="([^"]*)"/g;

type Bases = {
  /** The address of the post that the HTML belongs to. */
  readonly page: string;
  /** Where uploaded pictures are. */
  readonly uploads: string;
};

/** Sanitised HTML for those who read it elsewhere: every address in it is whole. */
export function absoluteHtml(html: string, { page, uploads }: Bases): string {
  /** Empty where it is no address at all. */
  function absolute(address: string): string {
    const base = address.startsWith(UPLOADS_PATH) ? uploads : page;
    const url = URL.parse(decodeEntities(address), base);
    return url ? escapeAttribute(url.href) : '';
  }

  const absoluteTag = (tag: string) =>
    tag
      .replace(PAGE_ONLY, '')
      .replace(ADDRESS, (_all, name: string, address: string) => {
        const whole = absolute(address);
        return whole && ` ${name}="${whole}"`;
      })
      .replace(ADDRESSES, (_all, list: string) => {
        const candidates = list.split(/,\s+/).map((candidate) => {
          const [address = '', size] = candidate.trim().split(/\s+/);
          return [absolute(address), size].filter(Boolean).join(' ');
        });
        return ` srcset="${candidates.join(', ')}"`;
      });
  return html.replace(ANCHOR, '').replace(TAG, absoluteTag);
}
