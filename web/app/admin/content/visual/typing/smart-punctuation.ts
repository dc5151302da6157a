import type { Punctuation } from './punctuation.ts';

const APOSTROPHE = '’';
const EN_DASH = '–';
const EM_DASH = '—';

/** Replaces characters before the caret. */
export type Correction = {
  /** How many characters of the text before the caret stay behind it. */
  readonly kept: number;
  readonly replaced: number;
  readonly text: string;
};

/** In an address, each character counts. */
const IN_ADDRESS = /(?:\w:\/\/|www\.|@)\S*$/i;
const AT_START = /(?:^|[\s([{<¿¡/–—\ufffc-])$/;

/** Whether the text has an opening quote that is not closed. */
function isOpen(before: string, [opening, closing]: Punctuation['double']): boolean {
  return before.lastIndexOf(opening.trim()) > before.lastIndexOf(closing.trim());
}

/** Whether a quote behind this text opens. */
function opens(before: string, pair: Punctuation['double'], rules: Punctuation): boolean {
  const isBehindOpening = [rules.double, rules.single].some(
    ([opening, closing]) => opening !== closing && before.trimEnd().endsWith(opening.trim()),
  );
  if (AT_START.test(before) || isBehindOpening) return true;
  return !rules.hasSpaces && !isOpen(before, pair);
}

function quote(before: string, rules: Punctuation): string {
  const [opening, closing] = rules.double;
  return opens(before, rules.double, rules) ? opening : closing;
}

const WORD_END = /[\p{L}\p{N}]$/u;
const LATIN_END = /[\p{Script=Latin}\p{N}]$/u;

/** Behind a letter an apostrophe, unless a quote is open that it can close. */
function singleQuote(before: string, rules: Punctuation): string {
  const [opening, closing] = rules.single;
  const isInWord = (rules.hasSpaces ? WORD_END : LATIN_END).test(before);
  if (opening === closing) return opening;
  if (isInWord) return isOpen(before, rules.single) ? closing : APOSTROPHE;
  return opens(before, rules.single, rules) ? opening : closing;
}

/** The decades, and words that begin with an apostrophe. */
const LEFT_OUT = /(?:^|[\s(“„«—–])(['‘‚])(\d\ds|(?:\d\d|tis|twas|til|em|n’|[nst])[\s.,;:!?)])$/i;

/** ’90s: what looked like the start of a quote is an apostrophe. */
function leadingApostrophe(before: string, { single }: Punctuation): Correction | null {
  const [, sign, rest = ''] = LEFT_OUT.exec(before) ?? [];
  if (sign === undefined || sign !== single[0]) return null;
  return { kept: rest.length, replaced: 1, text: APOSTROPHE };
}

/** A letter behind a closing quote: it was an apostrophe. */
function innerApostrophe(before: string, { single: [opening, closing] }: Punctuation) {
  if (opening === closing || !before.endsWith(closing, before.length - 1)) return null;
  const isInWord = /\p{L}.\p{L}$/u.test(before);
  return isInWord ? { kept: 1, replaced: 1, text: APOSTROPHE } : null;
}

/** Not an option of a command, as in `--help`, and not a longer line. */
const DASHES = /(^|[^-])(-{2,3})([^-])$/u;

/** Once it is known that no further hyphen follows. */
function dash(before: string, rules: Punctuation): Correction | null {
  const [, ahead = '', hyphens = '', next = ''] = DASHES.exec(before) ?? [];
  const isOption = !/[^\s(]/.test(ahead) && !/\s/.test(next);
  if (hyphens === '' || ahead === '' || isOption || /[>!]/.test(ahead + next)) return null;
  const isRange = /\d/.test(ahead) && /\d/.test(next);
  const short = isRange ? EN_DASH : rules.dash;
  return {
    kept: next.length,
    replaced: hyphens.length,
    text: hyphens.length === 3 ? EM_DASH : short,
  };
}

/** What to change right after a character was typed; it is the last one. */
export function correctTyped(text: string, rules: Punctuation): Correction | null {
  const before = text.slice(0, -1);
  const typed = text.slice(-1);
  if (IN_ADDRESS.test(before)) return null;
  if (typed === '"') return { kept: 0, replaced: 1, text: quote(before, rules) };
  if (typed === "'") return { kept: 0, replaced: 1, text: singleQuote(before, rules) };
  if (/(?:^|[^.])\.{3}$/.test(text)) return { kept: 0, replaced: 3, text: rules.ellipsis };
  return dash(text, rules) ?? leadingApostrophe(text, rules) ?? innerApostrophe(text, rules);
}
