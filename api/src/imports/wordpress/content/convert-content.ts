import { NestedTooDeeplyError, parseHtml, writeHtml } from '../../../rendering/html-tree.ts';
import { plainText } from '../../content/plain-text.ts';
import type { Attachments } from '../attachments.ts';
import { tidyBlocks } from './block-elements.ts';
import { withParagraphs } from './classic-paragraphs.ts';
import { replaceComments, withUnendedTagsAsText } from './html-tokens.ts';
import { CODE_SHORTCODES, embedLoneAddresses, textShortcodes } from './shortcode-html.ts';
import { replaceShortcodes } from './shortcodes.ts';

export type ConvertedContent = {
  readonly html: string;
  /** The text before `<!--more-->`; empty if there is no such mark. */
  readonly teaser: string;
  readonly notes: readonly string[];
};

const MORE = /<!--more(?:\s.*?)?-->/s;
const BLOCK_START = /^<!--\s*wp:([a-z][\w-]*(?:\/[\w-]+)?)/;
/** These are marks of WordPress, not comments of the writer. */
const MARK = /^<!--(?:\s*\/?wp:|more\b|noteaser\b)/;

type Unmarked = {
  readonly html: string;
  /** The names of blocks without HTML of their own, like a list of the latest posts. */
  readonly emptyBlocks: readonly string[];
};

function withoutMarks(source: string): Unmarked {
  const emptyBlocks = new Set<string>();
  const html = replaceComments(source, (comment) => {
    const name = comment.endsWith('/-->') && BLOCK_START.exec(comment)?.[1];
    if (name) emptyBlocks.add(name);
    if (/^<!--nextpage\b/.test(comment)) return '\n\n';
    return MARK.test(comment) ? '' : comment;
  });
  return { html, emptyBlocks: [...emptyBlocks] };
}

const MAX_NAMES = 20;

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  const left = names.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function notesOn(shortcodes: readonly string[], blocks: readonly string[]): string[] {
  const texts = [];
  if (shortcodes.length > 0)
    texts.push(
      `These shortcodes are not known here, and stay in the text: ${list(shortcodes.map((name) => `[${name}]`))}.`,
    );
  if (blocks.length > 0)
    texts.push(`These blocks have no text of their own, and were left out: ${list(blocks)}.`);
  return texts;
}

function notesOnPictures({ size }: ReadonlySet<string>): string[] {
  if (size === 0) return [];
  const pictures =
    size === 1 ? '1 picture of its galleries is' : `${size} pictures of its galleries are`;
  return [
    `${pictures} not in the export. Export “All content” to have ${size === 1 ? 'it' : 'them'}.`,
  ];
}

function tidied(html: string, attachments: Attachments): string {
  const tree = parseHtml(html);
  tidyBlocks(tree, attachments);
  return writeHtml(tree).trim();
}

type ContentContext = { readonly postId: string; readonly attachments: Attachments };

function convert(source: string, { postId, attachments }: ContentContext) {
  const isBlocks = /<!--\s+wp:/.test(source);
  const withCode = replaceShortcodes(source, CODE_SHORTCODES).html;
  const missing = new Set<string>();
  const writers = textShortcodes({ postId, attachments, missing });
  const { html: unmarked, emptyBlocks } = withoutMarks(withCode);
  const replaced = replaceShortcodes(unmarked, writers);
  const embedded = embedLoneAddresses(replaced.html);
  const html = isBlocks ? embedded : withParagraphs(embedded);
  const left = replaced.left.filter((name) => !Object.hasOwn(CODE_SHORTCODES, name));
  if (html === null) throw new NestedTooDeeplyError();
  const notes = [...notesOn(left, emptyBlocks), ...notesOnPictures(missing)];
  return { html: tidied(html, attachments), notes };
}

function teaserOf(source: string, context: ContentContext): string {
  const index = source.search(MORE);
  return index < 0 ? '' : plainText(convert(source.slice(0, index), context).html);
}

/** Converts the stored text to the HTML that WordPress shows. */
export function convertContent(raw: string, context: ContentContext): ConvertedContent {
  const source = withUnendedTagsAsText(raw.replace(/\r\n?/g, '\n').trim());
  if (source === '') return { html: '', teaser: '', notes: [] };
  try {
    return { ...convert(source, context), teaser: teaserOf(source, context) };
  } catch (error) {
    if (!(error instanceof NestedTooDeeplyError)) throw error;
    const notes = ['Its HTML is nested too deeply to be read, and was imported unchanged.'];
    return { html: source, teaser: '', notes };
  }
}
