import { LINK_SCHEMES } from '@longhand/contract/limits';

const ON_THIS_SITE = /^(?:\/(?!\/)|[#?]|\.\.?\/)/;
const MAIL = /^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** 'example.org:8080' looks like a scheme. */
const HOST_AND_PORT = /^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i;
const SCHEMES = new Set<string>(LINK_SCHEMES);
const SCHEME_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(LINK_SCHEMES);

function isHost(typed: string): boolean {
  if (!URL.canParse(`https://${typed}`)) return false;
  const { hostname, username } = new URL(`https://${typed}`);
  return username === '' && (hostname === 'localhost' || /[^.]\.[^.]/.test(hostname));
}

/** Adds a missing scheme; refuses schemes that the sanitiser would remove. */
export function parseLinkAddress(typed: string): { href: string } | { error: string } {
  const address = typed.trim();
  if (ON_THIS_SITE.test(address)) return { href: address };
  if (MAIL.test(address)) return { href: `mailto:${address}` };
  // Browsers ignore tabs and line breaks in a scheme.
  const scheme = SCHEME.exec(address.replace(/\p{Cc}/gu, ''))?.[1]?.toLowerCase();
  if (scheme !== undefined && !HOST_AND_PORT.test(address)) {
    if (!SCHEMES.has(scheme)) {
      return {
        error: `A link cannot lead to a “${scheme}:” address. Use one with ${SCHEME_NAMES}.`,
      };
    }
    if (!scheme.startsWith('http') || URL.canParse(address)) return { href: address };
  }
  const bare = address.replace(/^\/\//, '');
  if (!/\s/.test(bare) && isHost(bare)) return { href: `https://${bare}` };
  return {
    error: `“${address}” is not a complete address. Write it as https://example.org/page, or as /about for a page on this site.`,
  };
}

/** An empty answer removes a link that is there. */
export function parseLinkAnswer(
  typed: string,
  isLink: boolean,
): { href: string | null } | { error: string } {
  if (typed !== '') return parseLinkAddress(typed);
  if (isLink) return { href: null };
  return { error: 'Enter an address, such as https://example.org/page.' };
}
