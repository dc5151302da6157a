import { normalizeImageUrl } from '@longhand/contract/images';
import type { Pictures } from '../pictures/import-pictures.ts';
import { isPictureFile } from '../pictures/picture-sizes.ts';
import type { FoundDocument } from '../source.ts';
import { type Attributes, type Changes, rewriteHtml } from './rewrite-html.ts';
import type { SiteAddresses } from './site-addresses.ts';
import { rewriteSrcset } from './srcset.ts';

export type ContentParts = {
  readonly site: SiteAddresses;
  /** The addresses of this blog. */
  readonly here: SiteAddresses;
  readonly pictures: Pick<Pictures, 'import'>;
  /** Where an old path, in its normal form, leads here. */
  readonly newAddress: (path: string) => string | undefined;
};

/** Browsers read these with the scheme of the page, and the sanitiser removes them. */
function withScheme(address: string): string | undefined {
  return /^\s*\/\/[^/]/.test(address) ? `https:${address.trim()}` : undefined;
}

/** Changes the addresses in a content to those that they have here. */
export function createContentRewriter({ site, here, pictures, newAddress }: ContentParts) {
  async function importPicture(address: string, document: FoundDocument) {
    const url = site.resolve(address, document);
    return url && newPicture(address, url, document);
  }

  /** One that leads there already stays as it is: not a byte has to change. */
  async function newPicture(address: string, url: URL, document: FoundDocument) {
    const path = await pictures.import(address, url, document);
    const present = here.resolve(address, document);
    const isSame = present && here.isOwn(present) && present.pathname === path;
    return isSame ? address : path;
  }

  /** What this software has accepted is shown as it was there. */
  const completed = (address: string, { own }: FoundDocument) =>
    own ? undefined : withScheme(address);

  async function newLink(address: string, document: FoundDocument): Promise<string | undefined> {
    const url = site.resolve(address, document);
    if (!url) return undefined;
    const path = site.pathOf(url);
    const target = path === null ? undefined : newAddress(path);
    // It leads there already: not a byte has to change.
    if (target === url.pathname || (document.own && target === path)) return undefined;
    if (target !== undefined) return target + url.hash;
    const isPicture = site.isOwn(url) && isPictureFile(url);
    return isPicture ? newPicture(address, url, document) : undefined;
  }

  /** Those that the software makes itself are better than those of another program. */
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

    /** That a picture has elsewhere; null if it has none. */
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
