import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import {
  FONT_FILES,
  RARE_LETTERS,
  SYSTEM_FONTS,
  type SystemFont,
  WEB_FACES,
  type WebFace,
} from './faces.ts';
import { type FontFile, readFontFile } from './font-file.ts';
import { CAPITALS, matchSize, matchSizes } from './match.ts';

const require = createRequire(import.meta.url);

const percent = (value: number) => `${Number((100 * value).toFixed(2))}%`;

function rule(declarations: readonly string[]): string {
  return `@font-face { ${declarations.map((declaration) => `${declaration};`).join(' ')} }`;
}

/** Of two files with a letter, the browser takes the later one. */
const ALL_LETTERS = [{ suffix: '', range: [] }];
const ENGLISH_FIRST = [
  { suffix: '-more', range: [`unicode-range: ${RARE_LETTERS}`] },
  { suffix: '-basic', range: [] },
];

export function webFontRules(isEnglish: boolean): string {
  const rules = FONT_FILES.flatMap(({ family, file, weights, style }) =>
    (isEnglish ? ENGLISH_FIRST : ALL_LETTERS).map(({ suffix, range }) =>
      rule([
        `font-family: "${family}"`,
        `src: url("../fonts/${file}${suffix}.woff2") format("woff2")`,
        ...(style ? [`font-style: ${style}`] : []),
        `font-weight: ${weights}`,
        'font-display: swap',
        ...range,
      ]),
    ),
  );
  return rules.join('\n');
}

function fallbackFace(
  web: WebFace,
  system: SystemFont,
  font: FontFile,
  match: number,
  range?: string,
) {
  const size = match * (system.correction ?? 1);
  return rule([
    `font-family: "${web.family} ${system.name}"`,
    `src: ${system.names[web.cut].map((name) => `local("${name}")`).join(', ')}`,
    `font-weight: ${web.weights}`,
    ...(web.cut === 'italic' ? ['font-style: italic'] : []),
    `size-adjust: ${percent(size)}`,
    `ascent-override: ${percent(font.ascent / size)}`,
    `descent-override: ${percent(font.descent / size)}`,
    `line-gap-override: ${percent(font.lineGap / size)}`,
    ...(range === undefined ? [] : [`unicode-range: ${range}`]),
  ]);
}

async function fallbackRules(web: WebFace, system: SystemFont): Promise<string[]> {
  const file = fileURLToPath(new URL(`../app/fonts/${web.file}.woff2`, import.meta.url));
  const font = await readFontFile(file, web.weight);
  const fallback = await readFontFile(
    require.resolve(system.files[web.cut]),
    web.cut === 'bold' ? 700 : 400,
  );
  // Seldom more than a few words: every byte here is part of every page.
  if (web.cut !== 'regular')
    return [fallbackFace(web, system, font, matchSize(font, fallback, web.text))];
  const { rest, capitals } = matchSizes(font, fallback, web.text, web.labels);
  // Of two faces that have a character, the later one is used.
  return [
    fallbackFace(web, system, font, rest),
    fallbackFace(web, system, font, capitals, CAPITALS),
  ];
}

/** `@font-face` rules of system fonts that take as much room as the web fonts. */
export async function fallbackFontRules(): Promise<string> {
  const pairs = WEB_FACES.flatMap((web) =>
    SYSTEM_FONTS.filter((system) => system.kind === web.kind).map(
      (system) => [web, system] as const,
    ),
  );
  const rules = await Promise.all(pairs.map(([web, system]) => fallbackRules(web, system)));
  return rules.flat().join('\n');
}

/** Fills the stylesheets of the fonts. */
export function fallbackFonts(): Plugin {
  let rules: Promise<string> | undefined;
  return {
    name: 'fallback-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/fonts(?:-english)?\.css(?:\?(?:transform-only|direct))?$/ },
      async handler(code, id) {
        rules ??= fallbackFontRules();
        const fonts = webFontRules(id.includes('/fonts-english.css'));
        return { code: `${code}\n${fonts}\n${await rules}\n`, map: null };
      },
    },
  };
}
