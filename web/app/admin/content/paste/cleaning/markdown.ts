import type { MarkedExtension, Token, Tokens } from 'marked';
import { type CleanedHtml, type CleanOptions, cleanPastedHtml } from './clean-pasted-html.ts';

/** Includes further lines: those before a blank line, and indented ones. */
const DEFINITION =
  /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*(?![ \t])([^\n]*(?:\n(?! {0,3}\[\^[^\]\s]{1,100}\]:)[^\S\n]*\S[^\n]*|(?:\n[ \t]*)+\n(?: {2}|\t)[^\S\n]*\S[^\n]*)*)(?:\n+|$)/;
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/;
const INDENT = /\n(?: {1,4}|\t)/g;

type Footnote = Tokens.Generic & { readonly label: string };

type Labels = {
  /** The first definition of each label. */
  readonly defined: Map<string, Token>;
  readonly referred: Set<string>;
  readonly written: Set<string>;
};

function collect(token: Token, { defined, referred }: Labels): void {
  const { type, label } = token as Footnote;
  if (type === 'footnoteReference') referred.add(label);
  if (type === 'footnoteDefinition' && !defined.has(label)) defined.set(label, token);
}

/** Written as pages do it, which the cleaning understands. A reference without a note stays text. */
function reference({ label, raw }: Footnote, { defined, written }: Labels): string {
  if (!defined.has(label)) return raw;
  const name = encodeURIComponent(label);
  const id = written.has(label) ? '' : ` id="note-ref-${name}"`;
  written.add(label);
  return `<a href="#note-${name}"${id}>1</a>`;
}

function definition(token: Footnote, html: string, { defined, referred }: Labels): string {
  const { label } = token;
  const name = encodeURIComponent(label);
  if (defined.get(label) !== token || !referred.has(label)) return `<p>[^${name}]:</p>${html}`;
  return `<div id="note-${name}"><a href="#note-ref-${name}">1</a>${html}</div>`;
}

/** `[^1]` in the text refers to `[^1]: words` elsewhere. */
function markdownFootnotes() {
  const labels: Labels = { defined: new Map(), referred: new Set(), written: new Set() };
  const extension: MarkedExtension = {
    extensions: [
      {
        name: 'footnoteDefinition',
        level: 'block',
        childTokens: ['tokens'],
        tokenizer(source) {
          const [raw, label, words = ''] = DEFINITION.exec(source) ?? [];
          if (raw === undefined || label === undefined) return undefined;
          const tokens = this.lexer.blockTokens(words.replace(INDENT, '\n'), []);
          return { type: 'footnoteDefinition', raw, label: label.toLowerCase(), tokens };
        },
        renderer(token) {
          return definition(token as Footnote, this.parser.parse(token.tokens ?? []), labels);
        },
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        tokenizer(source) {
          const [raw, label] = REFERENCE.exec(source) ?? [];
          if (raw === undefined || label === undefined) return undefined;
          return { type: 'footnoteReference', raw, label: label.toLowerCase() };
        },
        renderer: (token) => reference(token as Footnote, labels),
      },
    ],
  };
  return { extension, collect: (token: Token) => collect(token, labels) };
}

/** Front matter as in the files of site generators; it is no part of the text. */
const FRONT_MATTER = /^---[ \t]*\n(?:[\w-]+:.*\n|[ \t].*\n|-[ \t].*\n|#.*\n|\n){1,60}?---[ \t]*\n/;

function withoutFrontMatter(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(FRONT_MATTER, '');
}

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
