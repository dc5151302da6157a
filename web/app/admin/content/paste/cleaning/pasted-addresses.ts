import { LINK_SCHEMES } from '@longhand/contract/link-schemes';

const MAX_ADDRESS = 8192;
const SCHEMES = new Set<string>(LINK_SCHEMES.map((scheme) => `${scheme}:`));

function parse(address: string): URL | null {
  return address.length <= MAX_ADDRESS ? URL.parse(address) : null;
}

/** The parameter with the true address, of hosts that redirect every link. */
function redirectParameter({ hostname, pathname }: URL): string | null {
  if (/^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url') return 'q';
  return hostname.endsWith('.safelinks.protection.outlook.com') ? 'url' : null;
}

export type AddressRules = {
  /** The origin of this site: an address on it becomes a path. */
  readonly site: string;
  /** Whether a path leads to this site; one that is copied from elsewhere does not. */
  readonly keepsPaths: boolean;
};

const PATH = /^(?:\/(?![/\\])|[#?]|\.\.?\/)/;

function isPath(address: string, { keepsPaths }: AddressRules): boolean {
  return keepsPaths && PATH.test(address) && !/[\s\p{Cc}]/u.test(address);
}

function withoutSite(address: string, { site }: AddressRules): string {
  const isOnSite = site !== '' && address.startsWith(`${site}/`);
  const path = isOnSite ? address.slice(site.length) : '';
  return PATH.test(path) ? path : address;
}

/** Null if the address leads nowhere outside of the page that it was copied from. */
export function pastedLink(href: string, rules: AddressRules): string | null {
  const address = href.trim();
  if (isPath(address, rules)) return address;
  const url = parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  const parameter = redirectParameter(url);
  const target = parameter === null ? null : url.searchParams.get(parameter);
  if (target !== null) return pastedLink(target, rules);
  // As the URL parser reads it: without the line breaks that browsers ignore.
  return withoutSite(/[\s\p{Cc}]/u.test(address) ? url.href : address, rules);
}

/** Null if the picture is not on the web. */
export function pictureAddress(src: string, rules: AddressRules): string | null {
  const address = src.trim();
  if (isPath(address, rules)) return address;
  const isOnTheWeb = /^https?:$/.test(parse(address)?.protocol ?? '');
  return isOnTheWeb ? withoutSite(address, rules) : null;
}
