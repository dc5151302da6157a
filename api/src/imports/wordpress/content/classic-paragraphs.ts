import { BLOCK_TAGS } from '@longhand/contract/text/bare-paragraphs';
import { type HtmlToken, readTokens } from './html-tokens.ts';

/** A run has no blank line and no block element in it. */
type Run = {
  readonly html: string;
  /** True directly after the start tag of its block. */
  readonly isFirst: boolean;
  /** True if nothing in it needs a paragraph, as with comments and frames alone. */
  readonly isBare: boolean;
};

/** These need no paragraph if there is no text. */
const BARE = new Set(['iframe', 'video', 'audio', 'script', 'style', 'noscript', 'template']);

const SPACE = ' \t\n\f';

/** Why no regular expression: a long row of spaces would take too long. A no-break space is text. */
function partsOf(text: string): { before: string; inner: string; after: string } {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text.charAt(start))) start += 1;
  while (start < end && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return { before: text.slice(0, start), inner: text.slice(start, end), after: text.slice(end) };
}

/** A line break in the text is one for readers, too. */
class RunBuilder {
  #html = '';
  #isBare = true;
  /** White space that counts only if something follows. */
  #held = '';
  #endsInBreak = false;
  isFirst = true;

  /** True if only white space follows the last `<br>`. */
  get endsInBreak(): boolean {
    return this.#endsInBreak;
  }

  #writeHeld(): void {
    const isBreak = this.#held.includes('\n') && !this.#endsInBreak;
    if (this.#html !== '') this.#html += isBreak ? '<br>\n' : this.#held;
    this.#held = '';
    this.#endsInBreak = false;
  }

  addText(text: string): void {
    const { before, inner, after } = partsOf(text);
    this.#held += before;
    if (inner === '') return;
    this.#writeHeld();
    const lines = inner.split('\n').map((line) => partsOf(line).inner);
    this.#html += lines.length === 1 ? inner : lines.join('<br>\n');
    this.#held = after;
    this.#isBare = false;
  }

  /** `name` is the tag's; empty for a comment. */
  addMarkup(markup: string, name: string): void {
    this.#writeHeld();
    this.#html += markup;
    this.#endsInBreak = name === 'br';
    if (name !== '' && !BARE.has(name)) this.#isBare = false;
  }

  /** Null if the run is empty. The next run is not the first. */
  take(): Run | null {
    const html = this.#endsInBreak ? this.#html.replace(/<br[^>]*>$/i, '') : this.#html;
    const run = { html, isFirst: this.isFirst, isBare: this.#isBare };
    this.#html = '';
    this.#held = '';
    this.#isBare = true;
    this.#endsInBreak = false;
    this.isFirst = false;
    return html === '' ? null : run;
  }
}

// Classic posts are stored without paragraphs. WordPress shows blank lines as paragraphs, and single line
// breaks as `<br>`.

type Block = {
  readonly name: string;
  readonly startTag: string;
  endTag: string;
  readonly content: (Block | Run)[];
};

const VOID_BLOCKS = new Set(['hr', 'col']);
/** Text directly in these is no paragraph. */
const STRUCTURE = new Set(
  'ul ol dl menu dir table thead tbody tfoot tr colgroup figure hgroup fieldset'.split(' '),
);
/** Blank lines in these are line breaks. */
const SINGLE_LINES = new Set('h1 h2 h3 h4 h5 h6 summary'.split(' '));
/** The start tag of one ends an open one of the same group. */
const SIBLINGS = [['li'], ['dt', 'dd'], ['td', 'th'], ['tr']];
const MAX_DEPTH = 200;

const BLANK_LINES = /\n[ \t\f]*\n[ \t\n\f]*/;

function isBlock(item: Block | Run): item is Block {
  return 'content' in item;
}

function startsSibling(name: string, open: string): boolean {
  if (open === 'p') return true;
  return SIBLINGS.some((names) => names.includes(name) && names.includes(open));
}

class BlockTree {
  readonly root: Block = { name: '', startTag: '', endTag: '', content: [] };
  readonly #open: Block[] = [this.root];
  readonly #run = new RunBuilder();

  get depth(): number {
    return this.#open.length;
  }

  get #current(): Block {
    return this.#open.at(-1) ?? this.root;
  }

  endRun(): void {
    const run = this.#run.take();
    if (run) this.#current.content.push(run);
  }

  addText(text: string): void {
    const [first = '', ...others] = text.split(BLANK_LINES);
    this.#run.addText(first);
    for (const other of others) {
      this.endRun();
      this.#run.addText(other);
    }
  }

  addInline(markup: string, name: string): void {
    // Two line breaks are a paragraph, however they are written.
    if (name === 'br' && this.#run.endsInBreak) this.endRun();
    else this.#run.addMarkup(markup, name);
  }

  openBlock(startTag: string, name: string): void {
    this.endRun();
    if (startsSibling(name, this.#current.name)) this.#open.pop();
    const block: Block = { name, startTag, endTag: '', content: [] };
    this.#current.content.push(block);
    if (VOID_BLOCKS.has(name) || name === 'pre') return;
    this.#open.push(block);
    this.#run.isFirst = true;
  }

  /** An end tag without a start tag is dropped, as in browsers. */
  closeBlock(endTag: string, name: string): void {
    this.endRun();
    const index = this.#open.findLastIndex((block) => block.name === name);
    if (index < 1) return;
    const [block] = this.#open.splice(index);
    if (block) block.endTag = endTag;
  }
}

function add(tree: BlockTree, { kind, name }: HtmlToken, source: string): void {
  if (kind === 'text') tree.addText(source);
  else if (!BLOCK_TAGS.has(name)) tree.addInline(source, name);
  else if (kind === 'close') tree.closeBlock(source, name);
  else tree.openBlock(source, name);
}

function paragraph({ html, isBare }: Run, startTag = '<p>'): string {
  return isBare ? html : `${startTag}${html}</p>`;
}

function writeParagraph({ startTag, content }: Block): string {
  const [first, ...others] = content.filter((item): item is Run => !isBlock(item));
  if (!first) return /^<p\s*>$/i.test(startTag) ? '' : `${startTag}</p>`;
  const rest = others.map((run) => paragraph(run));
  return [paragraph({ ...first, isBare: false }, startTag), ...rest].join('\n');
}

function wrapsRun({ name, content }: Block, run: Run, index: number): boolean {
  if (STRUCTURE.has(name) || SINGLE_LINES.has(name)) return false;
  if (name === '' || name === 'blockquote') return true;
  const next = content[index + 1];
  const isFollowedByText = next !== undefined && !isBlock(next);
  return !run.isFirst || isFollowedByText;
}

function write(block: Block): string {
  if (block.name === 'p') return writeParagraph(block);
  const parts = block.content.map((item, index) => {
    if (isBlock(item)) return write(item);
    return wrapsRun(block, item, index) ? paragraph(item) : item.html;
  });
  const between = SINGLE_LINES.has(block.name) ? '<br>\n' : '\n';
  return block.startTag + parts.filter(Boolean).join(between) + block.endTag;
}

/** Null if the text is nested more deeply than any post. */
export function withParagraphs(html: string): string | null {
  const tree = new BlockTree();
  for (const token of readTokens(html)) {
    add(tree, token, html.slice(token.start, token.end));
    if (tree.depth > MAX_DEPTH) return null;
  }
  tree.endRun();
  return write(tree.root);
}
