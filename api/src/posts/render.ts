import { readingMinutes } from '@longhand/contract/reading-time';
import { searchText, visibleText } from '@longhand/contract/search';
import { enrich } from './enrich.ts';
import { highlightCode } from './highlight.ts';
import { sanitise } from './sanitise.ts';

/**
 * Raise this when `renderPost` comes to make something else of the same post: posts that were
 * saved with a lower number are rendered anew when the server starts.
 */
export const RENDERING = 4;

type PostText = { readonly title: string; readonly excerpt: string; readonly content: string };

/** What is made of a post once, when it is saved, so that reading it costs nothing. */
export async function renderPost(post: PostText) {
  const clean = sanitise(post.content);
  const visibleContent = visibleText(clean);
  return {
    public_content: enrich(await highlightCode(clean)),
    search_text: searchText({ title: post.title, excerpt: post.excerpt, visibleContent }),
    reading_minutes: readingMinutes(visibleContent),
    rendering: RENDERING,
  };
}

export type RenderedPost = Awaited<ReturnType<typeof renderPost>>;

/** Wherever it is computed. Once `signal` is aborted, nobody waits for the result any more. */
export type RenderPost = (post: PostText, signal?: AbortSignal) => Promise<RenderedPost>;
