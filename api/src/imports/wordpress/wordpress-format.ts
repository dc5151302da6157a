import { basename } from 'node:path/posix';
import { decoded } from '@longhand/contract/text/decoded';
import { copyEntry } from '../archive/read-entry.ts';
import {
  type Archive,
  type ArchiveEntry,
  createFormat,
  type FoundItem,
  type SourceFormat,
} from '../source.ts';
import { findInTime } from '../time-limit.ts';
import { siteUrlOf } from './addresses.ts';
import { Attachments } from './attachments.ts';
import { type DocumentContext, foundItem } from './find-document.ts';
import { reasonToSkip, typeOf } from './item-kinds.ts';
import { TopicAddresses } from './topics.ts';
import { childrenOf, textOf, type WxrElement } from './wxr/channel-elements.ts';
import { findExports, hasExport, readExports, type WxrFile } from './wxr/find-exports.ts';

/** Returns a path below the folder of uploads, like `2009/05/photo.jpg`. */
function uploadPath(address: string): string {
  const { pathname } = URL.parse(address) ?? { pathname: '' };
  return decoded(pathname).replace(/^.*\/uploads\/|^\/+/, '');
}

/** An archive may contain the folder `wp-content/uploads` beside the export, at any depth. */
function createUploadsFolder(archive: Archive) {
  let byName: Map<string, ArchiveEntry[]> | undefined;

  function find(path: string): ArchiveEntry | undefined {
    byName ??= Map.groupBy(archive.entries, ({ name }) => basename(name));
    return byName
      .get(basename(path))
      ?.find(({ name }) => name === path || name.endsWith(`/${path}`));
  }

  return {
    copy: (address: string, to: string): Promise<boolean> =>
      copyEntry(archive, find(uploadPath(address)), to),
  };
}

/** In a network, `wp:base_site_url` is the address of the whole network, so it comes last. */
const ADDRESSES = ['wp:base_blog_url', 'link', 'wp:base_site_url'];

function pathOf(siteUrl: string | null): string {
  return siteUrl === null ? '' : (URL.parse(siteUrl)?.pathname.replace(/\/$/, '') ?? '');
}

async function survey(elements: AsyncIterable<WxrElement>) {
  const attachments = new Attachments();
  const topics = new TopicAddresses();
  const addresses = new Map<string, string>();
  let comments = 0;
  for await (const element of elements) {
    if (ADDRESSES.includes(element.name)) addresses.set(element.name, element.text.trim());
    if (element.name === 'wp:category') topics.addCategory(element);
    if (element.name === 'wp:tag') topics.addTag(element);
    if (element.name !== 'item') continue;
    comments += childrenOf(element, 'wp:comment').length;
    if (typeOf(element) === 'attachment') attachments.add(element);
    else if (typeOf(element) === 'post' && reasonToSkip(element) === null) topics.addPost(element);
  }
  const found = ADDRESSES.map((name) => siteUrlOf(addresses.get(name) ?? ''));
  const siteUrl = found.find((address) => address !== null) ?? null;
  const redirects = topics.redirects(pathOf(siteUrl));
  return {
    origin: siteUrl ?? 'wordpress',
    siteUrl,
    redirects: () => redirects,
    comments: () => comments,
    attachments,
  };
}

async function* readItems(
  archive: Archive,
  files: readonly WxrFile[],
  context: DocumentContext,
): AsyncGenerator<FoundItem> {
  for await (const element of readExports(archive, files))
    if (element.name === 'item')
      yield findInTime(textOf(element, 'title'), () => foundItem(element, context));
}

/** Reads WXR, versions 1.0 to 1.2: the XML of “Export” in WordPress. */
export const wordpressFormat: SourceFormat = createFormat(
  'wordpress',
  hasExport,
  async (archive) => {
    const files = await findExports(archive);
    const surveyed = await survey(readExports(archive, files));
    const uploads = createUploadsFolder(archive);
    return {
      ...surveyed,
      items: () => readItems(archive, files, surveyed),
      copyPicture: (address, _document, to) => uploads.copy(address, to),
    };
  },
);
