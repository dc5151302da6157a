import { LINK_SCHEMES } from '@longhand/contract/link-schemes';
import { VIDEO_HOSTS } from '@longhand/contract/video-hosts';

const MAX_ADDRESS = 8192;
const SCHEMES = new Set<string>(LINK_SCHEMES.map((scheme) => `${scheme}:`));

function parse(address: string): URL | null {
  return address.length <= MAX_ADDRESS && URL.canParse(address) ? new URL(address) : null;
}

/** The parameter with the true address, of hosts that redirect every link. */
function redirectParameter({ hostname, pathname }: URL): string | null {
  if (/^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url') return 'q';
  return hostname.endsWith('.safelinks.protection.outlook.com') ? 'url' : null;
}

/** Null if the address leads nowhere outside of the page that it was copied from. */
export function pastedLink(href: string): string | null {
  const address = href.trim();
  const url = parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  const parameter = redirectParameter(url);
  const target = parameter === null ? null : url.searchParams.get(parameter);
  if (target !== null) return pastedLink(target);
  // As the URL parser reads it: without the line breaks that browsers ignore.
  return /[\s\p{Cc}]/u.test(address) ? url.href : address;
}

const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/i;

export function isEmbeddedPicture(src: string): boolean {
  return EMBEDDED_PICTURE.test(src);
}

export function isPictureOnTheWeb(src: string): boolean {
  return /^https?:$/.test(parse(src.trim())?.protocol ?? '');
}

export function isVideoFrame(src: string): boolean {
  const url = parse(src.trim());
  return url?.protocol === 'https:' && VIDEO_HOSTS.includes(url.host);
}
