import { LABELS, PROSE, TITLES } from './sample-text.ts';

/** A file of the site's own fonts. */
type FontFile = {
  readonly family: string;
  readonly file: string;
  readonly weights: string;
  readonly style?: 'italic';
};

export const FONT_FILES: readonly FontFile[] = [
  { family: 'Newsreader Display', file: 'newsreader-display', weights: '500' },
  { family: 'Newsreader', file: 'newsreader-text', weights: '400' },
  { family: 'Newsreader', file: 'newsreader-bold', weights: '600 700' },
  { family: 'Newsreader', file: 'newsreader-italic', weights: '400 700', style: 'italic' },
  { family: 'Inter', file: 'inter', weights: '400 700' },
];

/** Letters with accents and rare signs: for English they are in files of their own. */
export const RARE_LETTERS =
  'U+A1-A8, U+AA-B6, U+B8-FF, U+152-153, U+300-303, U+308, U+30A, U+327, U+201A, U+201E, ' +
  'U+2032-2033, U+2039-203A, U+20AC, U+2122, U+2212';

/** A face of the site's own fonts, and what is set in it. */
export type WebFace = {
  readonly family: string;
  readonly kind: Kind;
  readonly file: string;
  readonly cut: Cut;
  /** The file is measured in this weight. */
  readonly weight: number;
  /** `font-weight` of the fallbacks. */
  readonly weights: string;
  readonly text: string;
  /** What is set in capitals. */
  readonly labels?: string;
};

type Kind = 'serif' | 'sans';
type Cut = 'regular' | 'bold' | 'italic';

/** A font that comes with a system. */
export type SystemFont = {
  readonly name: string;
  readonly kind: Kind;
  /** In packages: the font itself, or one with the same widths. */
  readonly files: Readonly<Record<Cut, string>>;
  /** Found by trying: with it, the fewest lines of the sample posts break elsewhere. */
  readonly correction?: number;
  /** Names of each cut, as `local()` finds them. */
  readonly names: Readonly<Record<Cut, readonly string[]>>;
};

const TEXT = { family: 'Newsreader', kind: 'serif', text: PROSE } as const;
const INTERFACE = { family: 'Inter', kind: 'sans', file: 'inter', text: PROSE } as const;

export const WEB_FACES: readonly WebFace[] = [
  {
    family: 'Newsreader Display',
    kind: 'serif',
    file: 'newsreader-display',
    cut: 'regular',
    weight: 500,
    weights: '500',
    text: TITLES,
  },
  { ...TEXT, file: 'newsreader-text', cut: 'regular', weight: 400, weights: '400' },
  { ...TEXT, file: 'newsreader-bold', cut: 'bold', weight: 600, weights: '600 700' },
  { ...TEXT, file: 'newsreader-italic', cut: 'italic', weight: 400, weights: '400 700' },
  { ...INTERFACE, cut: 'regular', weight: 400, weights: '400' },
  // Headings of tables and small ones are heavier, but short.
  { ...INTERFACE, cut: 'regular', weight: 500, weights: '500 700', labels: LABELS },
];

function named(...families: readonly string[]): SystemFont['names'] {
  const withCut = (cut: string) => families.map((family) => `${family} ${cut}`);
  return { regular: families, bold: withCut('Bold'), italic: withCut('Italic') };
}

const TINOS = '@fontsource/tinos/files/tinos-latin';
const NOTO_SERIF = '@fontsource-variable/noto-serif/files/noto-serif-latin-wght';
const ARIMO = '@fontsource-variable/arimo/files/arimo-latin-wght';
const ROBOTO = '@fontsource-variable/roboto/files/roboto-latin-wght';

function variable(path: string): SystemFont['files'] {
  const normal = `${path}-normal.woff2`;
  return { regular: normal, bold: normal, italic: `${path}-italic.woff2` };
}

/** Computers and iPhones have Times New Roman and Arial, or fonts as wide; Android has the others. */
export const SYSTEM_FONTS: readonly SystemFont[] = [
  {
    name: 'Times',
    kind: 'serif',
    correction: 1.003,
    files: {
      regular: `${TINOS}-400-normal.woff2`,
      bold: `${TINOS}-700-normal.woff2`,
      italic: `${TINOS}-400-italic.woff2`,
    },
    names: named('Times New Roman', 'Liberation Serif', 'Tinos'),
  },
  {
    name: 'Noto',
    kind: 'serif',
    correction: 0.997,
    files: variable(NOTO_SERIF),
    names: { ...named('Noto Serif'), regular: ['Noto Serif', 'NotoSerif-Regular'] },
  },
  {
    name: 'Arial',
    kind: 'sans',
    files: variable(ARIMO),
    names: named('Arial', 'Liberation Sans', 'Arimo'),
  },
  {
    name: 'Roboto',
    kind: 'sans',
    files: variable(ROBOTO),
    names: { ...named('Roboto'), regular: ['Roboto', 'Roboto-Regular'] },
  },
];
