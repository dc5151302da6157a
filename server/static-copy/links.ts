import { decodeEntities } from '@longhand/contract/search';

const ATTRIBUTE = /\s(href|src|srcset|imagesrcset|poster|content)="([^"]*)"/gi;

/** What a copy has no use for, or has as a whole. */
const LEFT_OUT = /^\/(admin|login|api|newsletter|preview|assets)(\/|$)/;

function targetsIn(name: string, value: string): string[] {
  if (!/srcset$/i.test(name)) return [value];
  return value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
}

/** The paths of the site among these addresses, without queries. */
export function pathsOf(addresses: readonly string[], page: string, siteUrl: string): string[] {
  const { origin } = new URL(siteUrl);
  const paths = addresses
    .map((address) => URL.parse(address, siteUrl + page))
    .flatMap((address) => (address?.origin === origin ? [address.pathname] : []))
    .filter((path) => !LEFT_OUT.test(path));
  return [...new Set(paths)];
}

/** What a page links to or shows. */
export function addressesInPage(html: string): string[] {
  return (
    [...html.matchAll(ATTRIBUTE)]
      .flatMap(([, name = '', value = '']) => targetsIn(name, decodeEntities(value)))
      // `content` holds texts, too.
      .filter((target) => /^(https?:\/\/|\/)/i.test(target))
  );
}

export function addressesInSitemap(xml: string): string[] {
  return [...xml.matchAll(/<(?:image:)?loc>([^<]+)</g)].map(([, address = '']) =>
    decodeEntities(address),
  );
}

export function addressesInManifest(json: string): string[] {
  return (JSON.parse(json).icons ?? []).map(({ src }: { src: string }) => src);
}
