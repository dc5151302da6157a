import type { Readable } from 'node:stream';
import type { ImportKind } from '@longhand/contract/imports';
import type { OwnPage } from '../pages/import-pages.service.ts';
import type { OwnPost } from '../posts/import-posts.service.ts';

/** A document as the archive has it, before it is checked and fitted. */
export type FoundDocument = {
  readonly kind: 'post' | 'page';
  /** Identifies the item at the next import, together with `sourceId` and the origin of the source. */
  readonly guid: string;
  readonly sourceId: string;
  /** Plain text; may be empty. */
  readonly title: string;
  /** The slug in the other system; null if it has none. */
  readonly slug: string | null;
  /** HTML with addresses as in the archive. */
  readonly content: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly metaTitle: string | null;
  readonly metaDescription: string | null;
  readonly language: string | null;
  readonly featuredImage: FoundPicture | null;
  /** A `public` document with a date in the future is scheduled. */
  readonly status: 'public' | 'draft';
  /** The date that readers see or will see; null if there is none. */
  readonly publishedAt: Date | null;
  readonly createdAt: Date | null;
  /**
   * The paths, with queries, that led to it there, like `/2009/09/05/slug/` and `/?p=1`. Relative addresses
   * in the content start from the first.
   */
  readonly addresses: readonly string[];
  /**
   * What links in other documents of the archive call it besides, like `/content/x.md`, escaped as in an
   * address. These links are rewritten, but they never were addresses of the site.
   */
  readonly links?: readonly string[];
  /** Sentences for the report about what was left out or changed. */
  readonly notes: readonly string[];
  /** Only an export of this software has it: the document is restored as it was. */
  readonly own?: OwnPost | OwnPage;
};

export type FoundPicture = { readonly address: string; readonly alt: string | null };

/** Formats override what their archives have. */
export const EMPTY_DOCUMENT: FoundDocument = {
  ...{ kind: 'post', guid: '', sourceId: '', title: '', slug: null, content: '', excerpt: '' },
  ...{ tags: [], metaTitle: null, metaDescription: null, language: null, featuredImage: null },
  ...{ status: 'draft', publishedAt: null, createdAt: null, addresses: [], notes: [] },
};

/** `reason` is a sentence. */
export type SkippedItem = {
  readonly kind: 'skipped';
  readonly title: string;
  readonly reason: string;
};

export function skipped(title: string, reason: string): SkippedItem {
  return { kind: 'skipped', title, reason };
}

export type FoundItem = FoundDocument | SkippedItem;

/** `from` is a path of the old site that leads to no document, like `/tag/x/`; `to` is a path here. */
type PathRedirect = { readonly from: string; readonly to: string };

/** Leads to a document of an export of this software, by its id. */
type OwnRedirect = { readonly from: string } & (
  | { readonly post: string }
  | { readonly page: string }
);

export type FoundRedirect = PathRedirect | OwnRedirect;

/** What a format finds out before it reads the first item. */
type Survey = {
  /** The address of the old blog, or what else tells it from others. It is the same at the next export. */
  readonly origin: string;
  /** Serves to recognise the blog's links to itself; null if the archive does not name it. */
  readonly siteUrl: string | null;
  /** Both are complete only after the items have been read once. */
  redirects(): Iterable<FoundRedirect>;
  comments(): number;
};

/** The items can be read several times, in the same order. */
export type ImportSource = Survey & {
  readonly kind: ImportKind;
  /** Yields one item at a time: the whole may not fit into memory. */
  items(): AsyncIterable<FoundItem>;
  /**
   * Writes a picture of the archive to `to`; `address` is the one in a content or of a featured image. False
   * if the archive does not have it.
   */
  copyPicture(address: string, document: FoundDocument, to: string): Promise<boolean>;
  /** Only an export of this software has settings, and the paths of all its pictures. */
  readonly own?: {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly pictures: readonly string[];
  };
  close(): Promise<void>;
};

/** `name` is a path within the archive, with slashes and without `..`. */
export type ArchiveEntry = { readonly name: string; readonly bytes: number };

/** An archive is a folder, a zip, or a single file, which is its only entry. */
export type Archive = {
  /** The name of the file or folder, without its path. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly entries: readonly ArchiveEntry[];
  /** Fails with an `ImportError` if the entry is damaged or longer than it says. */
  open(entry: ArchiveEntry): Promise<Readable>;
  close(): Promise<void>;
};

export type SourceFormat = {
  readonly kind: ImportKind;
  /** Reads no more than necessary. */
  recognises(archive: Archive): Promise<boolean>;
  /** The source closes the archive. */
  open(archive: Archive): Promise<ImportSource>;
};

type OpenedSource = Omit<ImportSource, 'kind' | 'redirects' | 'comments' | 'close'> &
  Partial<Pick<ImportSource, 'redirects' | 'comments'>>;

export function createFormat(
  kind: ImportKind,
  recognises: SourceFormat['recognises'],
  open: (archive: Archive) => Promise<OpenedSource>,
): SourceFormat {
  return {
    kind,
    recognises,
    open: async (archive) => ({
      redirects: () => [],
      comments: () => 0,
      ...(await open(archive)),
      kind,
      close: () => archive.close(),
    }),
  };
}

/** The message is a sentence for the owner: what is wrong with the file, and what to do. */
export class ImportError extends Error {}
