import { type CleanedHtml, type CleanOptions, cleanPastedHtml } from './clean-pasted-html.ts';
import { markdownFootnotes } from './markdown-footnotes.ts';

/** Front matter as in the files of site generators; it is no part of the text. */
const FRONT_MATTER = /^---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+.*\n|-[ \t].*\n|#.*\n|\n){1,60}?---[ \t]*\n/;

function withoutFrontMatter(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(FRONT_MATTER, '');
}

/** Loads the parser on demand. */
export async function markdownToHtml(
  text: string,
  options: CleanOptions = {},
): Promise<CleanedHtml> {
  const { Marked } = await import('marked');
  const footnotes = markdownFootnotes();
  const marked = new Marked({ gfm: true }, footnotes.extension);
  const tokens = marked.lexer(withoutFrontMatter(text));
  marked.walkTokens(tokens, footnotes.collect);
  return cleanPastedHtml(marked.parser(tokens), { ...options, keepsPaths: true });
}
