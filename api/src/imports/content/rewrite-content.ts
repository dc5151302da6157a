import { normalizeImageUrl } from '@longhand/contract/media/images';
import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Pictures } from '../pictures/import-pictures.ts';
import { isPictureFile } from '../pictures/picture-folder.ts';
import type { FoundDocument, ImportSource } from '../source.ts';
import { type Attributes, type Changes, rewriteHtml, rewriteSrcset } from './rewrite-html.ts';

/** Used for archives that do not name the address of their blog. */
const NO_SITE = 'http://blog.invalid/';

function hostOf({ hostname, port }: URL): string {
  return hostname.replace(/^www\./, '') + port;
}

/** The blog is the imported one or this one. */
export function createSiteAddresses({ siteUrl }: Pick<ImportSource, 'siteUrl'>) {
  const site = (siteUrl !== null && URL.parse(siteUrl)) || new URL(NO_SITE);

  /** Undefined for what is no address of a page or a file, like `mailto:` and `#top`. */
  function resolve(address: string, { addresses: [own = '/'] }: FoundDocument): URL | undefined {
    const trimmed = address.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return undefined;
    const url = URL.parse(trimmed, URL.parse(own, site) ?? site);
    return url && /^https?:$/.test(url.protocol) ? url : undefined;
  }

  return {
    resolve,
    isKnown: site.href !== NO_SITE,
    isOwn: (url: URL) => hostOf(url) === hostOf(site),

    /** Returns the form in which old addresses are compared; null for other sites. */
    pathOf: (url: URL): string | null =>
      hostOf(url) === hostOf(site) ? normalRedirectPath(url.pathname + url.search) : null,
  };
}

export type SiteAddresses = ReturnType<typeof createSiteAddresses>;

type ContentParts = {
  readonly site: SiteAddresses;
  readonly here: SiteAddresses;
  readonly pictures: Pick<Pictures, 'import'>;
  /** Maps an old path, in its normal form, to its address here. */
  readonly newAddress: (path: string) => string | undefined;
};

/** Browsers read these with the page's scheme, and the sanitiser removes them. */
function withScheme(address: string): string | undefined {
  return /^\s*\/\/[^/]/.test(address) ? `https:${address.trim()}` : undefined;
}

export function createContentRewriter({ site, here, pictures, newAddress }: ContentParts) {
  async function importPicture(address: string, document: FoundDocument) {
    const url = site.resolve(address, document);
    return url && newPicture(address, url, document);
  }

  /** An address that leads to the picture already stays as it is, byte for byte. */
  async function newPicture(address: string, url: URL, document: FoundDocument) {
    const path = await pictures.import(address, url, document);
    const present = here.resolve(address, document);
    const isSame = present && here.isOwn(present) && present.pathname === path;
    return isSame ? address : path;
  }

  /** Exports of this software stay as they are, because it has accepted them before. */
  const completed = (address: string, { own }: FoundDocument) =>
    own ? undefined : withScheme(address);

  async function newLink(address: string, document: FoundDocument): Promise<string | undefined> {
    const url = site.resolve(address, document);
    if (!url) return undefined;
    const path = site.pathOf(url);
    const target = path === null ? undefined : newAddress(path);
    // The link leads there already and stays as it is, byte for byte.
    if (target === url.pathname || (document.own && target === path)) return undefined;
    if (target !== undefined) return target + url.hash;
    const isPicture = site.isOwn(url) && isPictureFile(url);
    return isPicture ? newPicture(address, url, document) : undefined;
  }

  /** The sizes that this software makes are better than those of another program. */
  function withoutSizes({ srcset, sizes }: Attributes): Changes {
    return {
      ...(srcset !== undefined && { srcset: null }),
      ...(sizes !== undefined && { sizes: null }),
    };
  }

  async function changeImage(attributes: Attributes, document: FoundDocument): Promise<Changes> {
    const { src } = attributes;
    if (src === undefined) return {};
    const path = await importPicture(src, document);
    if (path === src) return {};
    if (path !== undefined) return { src: path, ...withoutSizes(attributes) };
    const absolute = completed(src, document);
    return absolute === undefined ? {} : { src: absolute };
  }

  async function changeSrcset(srcset: string, document: FoundDocument): Promise<Changes> {
    const changed = await rewriteSrcset(srcset, (address) => importPicture(address, document));
    return changed === srcset ? {} : { srcset: changed };
  }

  async function changeAttribute(
    name: string,
    value: string | undefined,
    change: (value: string, document: FoundDocument) => Promise<string | undefined>,
    document: FoundDocument,
  ): Promise<Changes> {
    if (value === undefined) return {};
    const changed = (await change(value, document)) ?? completed(value, document);
    return changed === undefined || changed === value ? {} : { [name]: changed };
  }

  async function changeElement(
    tag: string,
    attributes: Attributes,
    document: FoundDocument,
  ): Promise<Changes> {
    const { href, poster, srcset, src } = attributes;
    const unchanged = async () => undefined;
    if (tag === 'a' || tag === 'area') return changeAttribute('href', href, newLink, document);
    if (tag === 'img') return changeImage(attributes, document);
    return {
      ...(await changeAttribute('src', src, unchanged, document)),
      ...(await changeAttribute('poster', poster, importPicture, document)),
      ...(srcset !== undefined && (await changeSrcset(srcset, document))),
    };
  }

  return {
    importPicture,

    /** The address of a picture that stays elsewhere; null if it has none. */
    linkedAddress(address: string, document: FoundDocument): string | null {
      const url = site.resolve(address, document);
      const isNowhere = url && !site.isKnown && site.isOwn(url);
      return url && !isNowhere ? normalizeImageUrl(url.href) : null;
    },

    rewrite: (document: FoundDocument): Promise<string> =>
      rewriteHtml(document.content, (tag, attributes) => changeElement(tag, attributes, document)),
  };
}

export type ContentRewriter = ReturnType<typeof createContentRewriter>;
