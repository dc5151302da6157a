import { isBuiltInPage } from '@longhand/contract/pages/page-addresses';
import { ProblemError } from '../http/problem.ts';
import {
  CannotImport,
  fitContent,
  fitDates,
  fitLine,
  fitTexts,
  toLine,
} from './clamp-to-limits.ts';
import type { ContentRewriter } from './content/rewrite-content.ts';
import type { ImportedItem, ImportWriter } from './import-writer.ts';
import { keyOf } from './item-key.ts';
import type { Planned } from './plan-import.ts';
import type { ImportReporter } from './run-import.ts';
import type { FoundDocument } from './source.ts';

const STORED_BY_ANOTHER = 'Another import has just added it.';
const NOT_PUBLIC =
  'It was a page that is not public. Pages have no drafts, so it is a post that is a draft.';

type Parts = {
  readonly rewriter: ContentRewriter;
  readonly writer: ImportWriter;
  readonly report: ImportReporter;
  readonly readText: (content: string) => Promise<string>;
  readonly now: Date;
};

type Destination = Extract<Planned, { slug: string }>;

export function shownTitle(title: string): string {
  return toLine(title) || '(no title)';
}

/** Returns the sentence that the API would answer with, or why the document does not fit. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotImport) return error.message;
  if (error instanceof ProblemError && error.code === 'invalid-input') return error.message;
  throw error;
}

export function createDocumentImport({ rewriter, writer, report, readText, now }: Parts) {
  async function importFeatured(document: FoundDocument) {
    const { featuredImage } = document;
    if (!featuredImage) return { featured_image: null, featured_image_alt: null };
    const { address, alt } = featuredImage;
    const path = await rewriter.importPicture(address, document);
    const image = path ?? rewriter.linkedAddress(address, document);
    return {
      featured_image: image,
      featured_image_alt:
        image === null || alt === null ? null : fitLine(alt, document).slice(0, 1_000),
    };
  }

  async function textsOf(document: FoundDocument, notes: string[]) {
    const note = (text: string) => void notes.push(text);
    // This is checked before rewriting, which takes long if the text is too long.
    fitContent(document.content);
    const content = fitContent(await rewriter.rewrite(document));
    const texts = await fitTexts({ document, content, readText, note });
    return { content, ...texts, ...fitDates(document, now, note) };
  }

  function itemOf(document: FoundDocument): ImportedItem {
    const { addresses, own } = document;
    return { key: keyOf(document), addresses, now: now.toISOString(), ...(own && { own }) };
  }

  async function storePage(document: FoundDocument, slug: string, notes: string[]) {
    const { title, content, meta_description, dates, tags } = await textsOf(document, notes);
    if (tags.length > 0) notes.push('Its topics were not imported: pages have none.');
    if (document.featuredImage) notes.push('Its featured image was not imported: pages have none.');
    if (isBuiltInPage(slug) && !document.own)
      notes.push('It takes the place of the default text of this page, with its title.');
    const description = meta_description ?? (toLine(document.excerpt).slice(0, 1_000) || null);
    const page = { slug, title, content, meta_description: description, ...dates };
    const item = itemOf(document);
    return writer.storePage(page, item);
  }

  async function storePost(document: FoundDocument, slug: string, notes: string[]) {
    const { publishing, dates, ...texts } = await textsOf(document, notes);
    const isDraft = document.kind === 'page';
    if (isDraft) notes.push(NOT_PUBLIC);
    const dated = isDraft ? { published: false, publish_at: null } : publishing;
    const post = { slug, ...texts, ...(await importFeatured(document)), ...dated, ...dates };
    const item = itemOf(document);
    const stored = await writer.storePost(post, item);
    return stored && { ...stored, ...dated };
  }

  async function store(document: FoundDocument, { kind, slug }: Destination, notes: string[]) {
    if (kind === 'page') {
      const stored = await storePage(document, slug, notes);
      if (stored) report.pageImported();
      return stored;
    }
    const stored = await storePost(document, slug, notes);
    if (stored) report.postImported(stored);
    return stored;
  }

  return async (document: FoundDocument, destination: Destination): Promise<void> => {
    const title = shownTitle(document.title);
    try {
      const notes = [...document.notes];
      const stored = await store(document, destination, notes);
      if (!stored) {
        report.skip(title, STORED_BY_ANOTHER);
        return;
      }
      report.redirectsMade(stored.redirects);
      for (const note of notes) report.note(title, note);
    } catch (error) {
      report.skip(title, reasonOf(error));
    }
  };
}
