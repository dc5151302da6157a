import { fromParse5 } from 'hast-util-from-parse5';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown as writeMarkdown } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';

/** Not all of HTML can be written in Markdown: what has no counterpart becomes its text. */
export function toMarkdown(html: string): string {
  const tree = toMdast(fromParse5(parseFragment(html)));
  return writeMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-' });
}
