import { directionOf } from '@longhand/contract/language';
import type { Preview } from '@longhand/contract/posts/posts';
import { readingMinutes } from '@longhand/contract/posts/reading-time';
import { searchText, visibleText } from '@longhand/contract/posts/search';
import { setDirections } from './directions.ts';
import { anchorHeadings, markTallHeadings } from './headings.ts';
import { highlightCode } from './highlight.ts';
import { type Inspect, writeHtml } from './html-tree.ts';
import { enrichImages, markGalleries } from './images.ts';
import { addParagraphs } from './paragraphs.ts';
import { findRemoved, type Removed } from './removed.ts';
import { sanitise } from './sanitise.ts';
import { scrollCode, scrollTables } from './scroll-boxes.ts';

/** Raise this when the output of `renderPost` changes: the next start renders older posts again. */
export const RENDER_VERSION = 8;

export type Languages = {
  /** Null or left out for the language of the site. */
  readonly language?: string | null | undefined;
  readonly siteLanguage?: string | undefined;
};

export type PostText = Languages & {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
};

async function renderContent(
  content: string,
  { language, siteLanguage }: Languages,
  inspect?: Inspect,
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
  return {
    visibleContent,
    public_content: writeHtml(tree),
    reading_minutes: readingMinutes(visibleContent, language ?? siteLanguage),
  };
}

/** Runs when a post is saved, not when it is read. */
export async function renderPost({ title, excerpt, content, ...languages }: PostText) {
  const { visibleContent, ...rendered } = await renderContent(content, languages);
  return {
    ...rendered,
    search_text: searchText({ title, excerpt, visibleContent }),
    rendering: RENDER_VERSION,
  };
}

export type RenderedPost = Awaited<ReturnType<typeof renderPost>>;

/** Also says what the public would not get. */
export async function renderPreview(content: string, languages: Languages = {}): Promise<Preview> {
  let removed: Removed = { removed: [], removed_count: 0 };
  const { public_content, reading_minutes } = await renderContent(content, languages, (parsed) => {
    removed = findRemoved(content, parsed);
  });
  return { content: public_content, reading_minutes, ...removed };
}

/** The search of unpublished texts needs only this. */
export async function renderText(content: string): Promise<{ readonly visibleContent: string }> {
  return { visibleContent: visibleText(sanitise(content).html) };
}

export async function countMinutes(content: string, language: string): Promise<number> {
  return readingMinutes((await renderText(content)).visibleContent, language);
}

/** All of them throw an `UnrenderableError`. */
export type Renderer = {
  readonly renderText: typeof renderText;
  readonly countMinutes: typeof countMinutes;
  readonly renderPost: (post: PostText) => Promise<RenderedPost>;
  readonly renderPreview: (
    content: string,
    options?: Languages & { readonly signal?: AbortSignal },
  ) => Promise<Preview>;
};

export const renderInThisThread: Renderer = { renderPost, renderPreview, renderText, countMinutes };
