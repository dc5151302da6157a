import { readingMinutes } from '@longhand/contract/reading-time';
import { searchText, visibleText } from '@longhand/contract/search';
import { anchorHeadings } from './headings.ts';
import { highlightCode } from './highlight.ts';
import { writeHtml } from './html-tree.ts';
import { enrichImages } from './images.ts';
import { addParagraphs } from './paragraphs.ts';
import { sanitise } from './sanitise.ts';
import { scrollCode, scrollTables } from './scroll-boxes.ts';

/** Raise this when the output of `renderPost` changes: the next start renders older posts again. */
export const RENDER_VERSION = 6;

export type PostText = {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
};

async function renderContent(content: string) {
  const { tree, html } = sanitise(content);
  const visibleContent = visibleText(html);
  addParagraphs(tree);
  await highlightCode(tree);
  anchorHeadings(tree);
  scrollTables(tree);
  scrollCode(tree);
  enrichImages(tree);
  return { visibleContent, public_content: writeHtml(tree) };
}

/** Runs when a post is saved, not when it is read. */
export async function renderPost({ title, excerpt, content }: PostText) {
  const { visibleContent, public_content } = await renderContent(content);
  return {
    public_content,
    search_text: searchText({ title, excerpt, visibleContent }),
    reading_minutes: readingMinutes(visibleContent),
    rendering: RENDER_VERSION,
  };
}

export type RenderedPost = Awaited<ReturnType<typeof renderPost>>;

/** Throws a `NestedTooDeeplyError`. */
export type RenderPost = (post: PostText, signal?: AbortSignal) => Promise<RenderedPost>;
