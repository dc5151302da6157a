import { writeFile } from 'node:fs/promises';
import type {
  FoundDocument,
  FoundItem,
  FoundRedirect,
  ImportSource,
} from '../api/src/imports/source.ts';

/** An item of an archive, with defaults for what a test does not name. */
export function foundDocument(
  fields: Partial<FoundDocument> & { sourceId: string },
): FoundDocument {
  const { sourceId } = fields;
  return {
    kind: 'post',
    guid: `https://old.example/?p=${sourceId}`,
    title: `Title ${sourceId}`,
    slug: `slug-${sourceId}`,
    content: `<p>Text ${sourceId}</p>`,
    excerpt: `Excerpt ${sourceId}`,
    tags: [],
    metaTitle: null,
    metaDescription: null,
    language: null,
    featuredImage: null,
    status: 'public',
    publishedAt: new Date('2010-05-06T07:08:09Z'),
    createdAt: new Date('2010-05-06T07:08:09Z'),
    addresses: [`/2010/05/${fields.slug ?? `slug-${sourceId}`}/`, `/?p=${sourceId}`],
    notes: [],
    ...fields,
  };
}

type Options = {
  readonly siteUrl?: string | null;
  readonly redirects?: readonly FoundRedirect[];
  readonly comments?: number;
  /** By address. */
  readonly pictures?: Readonly<Record<string, Buffer>>;
  /** Called before each item; throws to interrupt. */
  readonly beforeItem?: (index: number) => void;
};

/** An archive in memory. */
export function createSource(items: readonly FoundItem[], options: Options = {}): ImportSource {
  const { siteUrl = 'https://old.example', redirects = [], comments = 0, pictures = {} } = options;
  return {
    kind: 'wordpress',
    origin: 'https://old.example',
    siteUrl,
    async *items() {
      for (const [index, item] of items.entries()) {
        options.beforeItem?.(index);
        yield item;
      }
    },
    redirects: () => redirects,
    comments: () => comments,
    async copyPicture(address, _document, to) {
      const bytes = pictures[address];
      if (bytes) await writeFile(to, bytes);
      return bytes !== undefined;
    },
    close: async () => {},
  };
}
