import { directionOf } from '@longhand/contract/language';
import type { Preview } from '@longhand/contract/posts';
import { readingMinutes } from '@longhand/contract/reading-time';
import { searchText, visibleText } from '@longhand/contract/search';
import { setDirections } from './directions.ts';
import { markGalleries } from './galleries.ts';
import { anchorHeadings } from './headings.ts';
import { highlightCode } from './highlight.ts';
import { type Inspect, writeHtml } from './html-tree.ts';
import { enrichImages } from './images.ts';
import { addParagraphs } from './paragraphs.ts';
import { findRemoved, type Removed } from './removed.ts';
import { sanitise } from './sanitise.ts';
import { scrollCode, scrollTables } from './scroll-boxes.ts';
import { markTallHeadings } from './tall-headings.ts';

/** Raise this when the output of `renderPost` changes: the next start renders older posts again. */
export const RENDER_VERSION = 8;

export type PostText = {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** Null or left out: the site's. */
  readonly language?: string | null | undefined;
  readonly siteLanguage?: string | undefined;
};

async function renderContent(
  content: string,
  { inspect, language }: { readonly inspect?: Inspect; readonly language?: string | null } = {},
) {
  const { tree, html } = sanitise(content, inspect);
  const visibleContent = visibleText(html);
  addParagraphs(tree);
  await highlightCode(tree);
  anchorHeadings(tree);
  scrollTables(tree);
  scrollCode(tree);
  enrichImages(tree);
  markGalleries(tree);
  setDirections(tree, visibleContent, language ? directionOf(language) : undefined);
  markTallHeadings(tree);
  return { visibleContent, public_content: writeHtml(tree) };
}

/** Runs when a post is saved, not when it is read. */
export async function renderPost({ title, excerpt, content, ...languages }: PostText) {
  const { language = null, siteLanguage } = languages;
  const { visibleContent, public_content } = await renderContent(content, { language });
  return {
    public_content,
    search_text: searchText({ title, excerpt, visibleContent }),
    reading_minutes: readingMinutes(visibleContent, language ?? siteLanguage),
    rendering: RENDER_VERSION,
  };
}

export type RenderedPost = Awaited<ReturnType<typeof renderPost>>;

/** What the public would get of this content, and what it would not get. */
export async function renderPreview(content: string): Promise<Preview> {
  let removed: Removed = { removed: [], removed_count: 0 };
  const { visibleContent, public_content } = await renderContent(content, {
    inspect(parsed) {
      removed = findRemoved(content, parsed);
    },
  });
  const reading_minutes = readingMinutes(visibleContent);
  return { content: public_content, reading_minutes, ...removed };
}

/** For the search of what is not published. */
export async function renderText(content: string): Promise<{ readonly visibleContent: string }> {
  return { visibleContent: visibleText(sanitise(content).html) };
}

/** Each throws an `UnrenderableError`. */
export type Renderer = {
  readonly renderText: typeof renderText;
  readonly renderPost: (post: PostText) => Promise<RenderedPost>;
  readonly renderPreview: (content: string, signal?: AbortSignal) => Promise<Preview>;
};

export const renderInThisThread: Renderer = { renderPost, renderPreview, renderText };
