/** Text without a blank line or block element in it, as HTML. */
export type Run = {
  readonly html: string;
  /** It stands right behind the start tag of its block. */
  readonly isFirst: boolean;
  /** It has nothing that a paragraph is for, such as comments and frames alone. */
  readonly isBare: boolean;
};

/** Without text they need no paragraph. */
const BARE = new Set(['iframe', 'video', 'audio', 'script', 'style', 'noscript', 'template']);

const SPACE = ' \t\n\f';

/** Why no expression: a long row of spaces would take one too long. A space that does not break is text. */
function partsOf(text: string): { before: string; inner: string; after: string } {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text.charAt(start))) start += 1;
  while (start < end && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return { before: text.slice(0, start), inner: text.slice(start, end), after: text.slice(end) };
}

/** Collects a run. A line break in its text is one for readers. */
export class RunBuilder {
  #html = '';
  #isBare = true;
  /** White space that counts only if something follows. */
  #held = '';
  #endsInBreak = false;
  isFirst = true;

  /** Whether it ends in a `<br>`, and in white space at most. */
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

  /** `name`: of the tag; empty for a comment. */
  addMarkup(markup: string, name: string): void {
    this.#writeHeld();
    this.#html += markup;
    this.#endsInBreak = name === 'br';
    if (name !== '' && !BARE.has(name)) this.#isBare = false;
  }

  /** Null if there is nothing in it. What comes next is not the first. */
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
