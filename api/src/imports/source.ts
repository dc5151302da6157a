import type { Readable } from 'node:stream';
import type { ImportKind } from '@longhand/contract/imports';
import type { OwnPage } from '../pages/import-pages.service.ts';
import type { OwnPost } from '../posts/import-posts.service.ts';

/** A post or page as an archive has it, before it is checked and made to fit. */
export type FoundDocument = {
  readonly kind: 'post' | 'page';
  /** Together with the origin of the source: what the item is known by at the next import. */
  readonly guid: string;
  readonly sourceId: string;
  /** Text without markup; may be empty. */
  readonly title: string;
  /** As the other system has it; null if it has none. */
  readonly slug: string | null;
  /** HTML, with addresses as they are in the archive. */
  readonly content: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly metaTitle: string | null;
  readonly metaDescription: string | null;
  readonly language: string | null;
  readonly featuredImage: FoundPicture | null;
  /** `public` with a date ahead is scheduled. */
  readonly status: 'public' | 'draft';
  /** The date that readers see, or shall see; null if there is none. */
  readonly publishedAt: Date | null;
  readonly createdAt: Date | null;
  /**
   * What led to it there: a path with its query, like `/2009/09/05/slug/` and `/?p=1`. The first is
   * what relative addresses in the content start from.
   */
  readonly addresses: readonly string[];
  /**
   * What links in other documents of the archive call it beside that, like `/content/x.md`, with
   * characters escaped as in an address: they are rewritten, but never were addresses of the site.
   */
  readonly links?: readonly string[];
  /** What was left out or changed on the way, as sentences for the report. */
  readonly notes: readonly string[];
  /** What only an export of this software has: the document becomes what it was. */
  readonly own?: OwnPost | OwnPage;
};

export type FoundPicture = { readonly address: string; readonly alt: string | null };

/** An item that is not taken, with the reason as a sentence. */
export type SkippedItem = {
  readonly kind: 'skipped';
  readonly title: string;
  readonly reason: string;
};

export type FoundItem = FoundDocument | SkippedItem;

/** A path of the old site that leads to no document, like `/tag/x/`; `to` is a path here. */
type PathRedirect = { readonly from: string; readonly to: string };

/** To a document of an export of this software, by its id. */
type OwnRedirect = { readonly from: string } & (
  | { readonly post: string }
  | { readonly page: string }
);

export type FoundRedirect = PathRedirect | OwnRedirect;

/** What an archive holds. Its items can be read several times, in the same order. */
export type ImportSource = {
  readonly kind: ImportKind;
  /** The address of the old blog, or what else tells it from others; the same at the next export. */
  readonly origin: string;
  /** The address of the old blog, to recognise links to itself; null if the archive has none. */
  readonly siteUrl: string | null;
  /** One at a time: the whole may not fit into memory. */
  items(): AsyncIterable<FoundItem>;
  /** Known after the items have been read once. */
  redirects(): Iterable<FoundRedirect>;
  comments(): number;
  /**
   * A picture of the archive by its address in a content or as featured image, written to `to`; false
   * if the archive does not have it.
   */
  copyPicture(address: string, document: FoundDocument, to: string): Promise<boolean>;
  /** Of an export of this software: its settings, and the paths of all its pictures. */
  readonly own?: {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly pictures: readonly string[];
  };
  close(): Promise<void>;
};

/** A path within an archive, with slashes and without `..`, and its size. */
export type ArchiveEntry = { readonly name: string; readonly bytes: number };

/** A folder, a zip, or a single file, which is its only entry. */
export type Archive = {
  /** That of the file or folder, without its path. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly entries: readonly ArchiveEntry[];
  /** Fails with an `ImportError` if the entry is damaged or longer than it says. */
  open(entry: ArchiveEntry): Promise<Readable>;
  close(): Promise<void>;
};

export type SourceFormat = {
  readonly kind: ImportKind;
  /** Reads no more than it must. */
  recognises(archive: Archive): Promise<boolean>;
  /** The source closes the archive. */
  open(archive: Archive): Promise<ImportSource>;
};

/** Its message is a sentence for the owner: what is wrong with the file, and what to do. */
export class ImportError extends Error {}
