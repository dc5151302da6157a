/** What replaces straight quotes, two hyphens and three dots. */
export type Punctuation = {
  readonly double: readonly [opening: string, closing: string];
  readonly single: readonly [opening: string, closing: string];
  /** Replaces two hyphens; three are always an em dash. */
  readonly dash: string;
  readonly ellipsis: string;
  /** True if spaces separate words, so that a quote after a letter closes. */
  readonly hasSpaces: boolean;
};

const ENGLISH: Punctuation = {
  double: ['“', '”'],
  single: ['‘', '’'],
  dash: '—',
  ellipsis: '…',
  hasSpaces: true,
};
const WITH_EN_DASH: Punctuation = { ...ENGLISH, dash: '–' };
const CHINESE: Punctuation = { ...ENGLISH, dash: '——', ellipsis: '……', hasSpaces: false };
const CORNERS: Pick<Punctuation, 'double' | 'single'> = {
  double: ['「', '」'],
  single: ['『', '』'],
};

/**
 * By language, with script or region where that differs. Where apostrophes are frequent, single
 * quotes close with an apostrophe, so that neither has to be guessed.
 */
const BY_LANGUAGE: Readonly<Record<string, Punctuation>> = {
  en: ENGLISH,
  de: { ...WITH_EN_DASH, double: ['„', '“'], single: ['‚', '‘'] },
  'de-CH': { ...WITH_EN_DASH, double: ['«', '»'], single: ['‹', '›'] },
  // With narrow no-break spaces.
  fr: { ...WITH_EN_DASH, double: ['«\u202f', '\u202f»'] },
  es: { ...ENGLISH, double: ['«', '»'] },
  pt: ENGLISH,
  it: { ...WITH_EN_DASH, double: ['«', '»'] },
  nl: WITH_EN_DASH,
  pl: { ...WITH_EN_DASH, double: ['„', '”'], single: ['‚', '’'] },
  uk: { ...ENGLISH, double: ['«', '»'] },
  tr: WITH_EN_DASH,
  ja: { ...CHINESE, ...CORNERS },
  zh: CHINESE,
  'zh-Hant': { ...CHINESE, ...CORNERS },
  ko: ENGLISH,
  // Browsers mirror these in right-to-left text.
  ar: { ...WITH_EN_DASH, double: ['«', '»'], single: ['‹', '›'] },
  // Abbreviations use the same signs.
  he: { ...WITH_EN_DASH, double: ['״', '״'], single: ['׳', '׳'] },
  hi: WITH_EN_DASH,
};

export function punctuationOf(language: string): Punctuation {
  const { language: name, script, region } = new Intl.Locale(language).maximize();
  return (
    BY_LANGUAGE[`${name}-${region}`] ??
    BY_LANGUAGE[`${name}-${script}`] ??
    BY_LANGUAGE[name] ??
    ENGLISH
  );
}

const APOSTROPHE = '’';
const EN_DASH = '–';
const EM_DASH = '—';

type Correction = {
  /** How many characters between the replaced text and the caret stay. */
  readonly kept: number;
  readonly replaced: number;
  readonly text: string;
};

/** In an address, each character counts. */
const ADDRESS_START = /\w:\/\/|www\.|@/i;
const AT_START = /(?:^|[\s([{<¿¡/–—\ufffc-])$/;

function lastWord(text: string): string {
  return /(?<!\S)\S*$/.exec(text)?.[0] ?? '';
}

/** Whether the text has an opening quote that is not closed. */
function isOpen(before: string, [opening, closing]: Punctuation['double']): boolean {
  return before.lastIndexOf(opening.trim()) > before.lastIndexOf(closing.trim());
}

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

/** After a letter it is an apostrophe, unless it can close an open quote. */
function singleQuote(before: string, rules: Punctuation): string {
  const [opening, closing] = rules.single;
  const isInWord = (rules.hasSpaces ? WORD_END : LATIN_END).test(before);
  if (opening === closing) return opening;
  if (isInWord) return isOpen(before, rules.single) ? closing : APOSTROPHE;
  return opens(before, rules.single, rules) ? opening : closing;
}

/** Decades, and words that begin with an apostrophe. */
const LEFT_OUT = /(?:^|[\s(“„«—–])(['‘‚])(\d\ds|(?:\d\d|tis|twas|til|em|n’|[nst])[\s.,;:!?)])$/i;

/** In ’90s, what looked like the start of a quote is an apostrophe. */
function leadingApostrophe(before: string, { single }: Punctuation): Correction | null {
  const [, sign, rest = ''] = LEFT_OUT.exec(before) ?? [];
  if (sign === undefined || sign !== single[0]) return null;
  return { kept: rest.length, replaced: 1, text: APOSTROPHE };
}

/** If a letter follows a closing quote, it was an apostrophe. */
function innerApostrophe(before: string, { single: [opening, closing] }: Punctuation) {
  if (opening === closing || !before.endsWith(closing, before.length - 1)) return null;
  const isInWord = /\p{L}.\p{L}$/u.test(before);
  return isInWord ? { kept: 1, replaced: 1, text: APOSTROPHE } : null;
}

/** Leaves out options of a command, as in `--help`, and longer lines. */
const DASHES = /(^|[^-])(-{2,3})([^-])$/u;

/** Replaced once it is known that no further hyphen follows. */
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

/** The typed character is the last one of the text. */
export function correctTyped(text: string, rules: Punctuation): Correction | null {
  const before = text.slice(0, -1);
  const typed = text.slice(-1);
  if (ADDRESS_START.test(lastWord(before))) return null;
  if (typed === '"') return { kept: 0, replaced: 1, text: quote(before, rules) };
  if (typed === "'") return { kept: 0, replaced: 1, text: singleQuote(before, rules) };
  if (/(?:^|[^.])\.{3}$/.test(text)) return { kept: 0, replaced: 3, text: rules.ellipsis };
  return dash(text, rules) ?? leadingApostrophe(text, rules) ?? innerApostrophe(text, rules);
}
