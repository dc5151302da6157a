/** What is put in place of straight quotes, two hyphens and three dots. */
export type Punctuation = {
  readonly double: readonly [opening: string, closing: string];
  readonly single: readonly [opening: string, closing: string];
  /** For two hyphens; three are always an em dash. */
  readonly dash: string;
  readonly ellipsis: string;
  /** Words with spaces between: a quote behind a letter closes. */
  readonly hasSpaces: boolean;
};

const ENGLISH: Punctuation = {
  double: ['“', '”'],
  single: ['‘', '’'],
  dash: '—',
  ellipsis: '…',
  hasSpaces: true,
};
const EN_DASH: Punctuation = { ...ENGLISH, dash: '–' };
const CHINESE: Punctuation = { ...ENGLISH, dash: '——', ellipsis: '……', hasSpaces: false };
const CORNERS: Pick<Punctuation, 'double' | 'single'> = {
  double: ['「', '」'],
  single: ['『', '』'],
};

/**
 * By language, with script or region where that differs. The single quotes close with an apostrophe
 * wherever apostrophes are frequent, so that neither has to be guessed.
 */
const BY_LANGUAGE: Readonly<Record<string, Punctuation>> = {
  en: ENGLISH,
  de: { ...EN_DASH, double: ['„', '“'], single: ['‚', '‘'] },
  'de-CH': { ...EN_DASH, double: ['«', '»'], single: ['‹', '›'] },
  // With narrow spaces that do not break.
  fr: { ...EN_DASH, double: ['«\u202f', '\u202f»'] },
  es: { ...ENGLISH, double: ['«', '»'] },
  pt: ENGLISH,
  it: { ...EN_DASH, double: ['«', '»'] },
  nl: EN_DASH,
  pl: { ...EN_DASH, double: ['„', '”'], single: ['‚', '’'] },
  uk: { ...ENGLISH, double: ['«', '»'] },
  tr: EN_DASH,
  ja: { ...CHINESE, ...CORNERS },
  zh: CHINESE,
  'zh-Hant': { ...CHINESE, ...CORNERS },
  ko: ENGLISH,
  // Browsers mirror them in text from right to left.
  ar: { ...EN_DASH, double: ['«', '»'], single: ['‹', '›'] },
  // The same signs are in abbreviations.
  he: { ...EN_DASH, double: ['״', '״'], single: ['׳', '׳'] },
  hi: EN_DASH,
};

/** That of English for other languages. */
export function punctuationOf(language: string): Punctuation {
  const { language: name, script, region } = new Intl.Locale(language).maximize();
  return (
    BY_LANGUAGE[`${name}-${region}`] ??
    BY_LANGUAGE[`${name}-${script}`] ??
    BY_LANGUAGE[name] ??
    ENGLISH
  );
}
