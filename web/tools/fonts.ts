import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join('');
}

/** English text, and what the site's own words need. */
const BASIC = `${range(0x20, 0x7e)}\u00a0©·–—‘’“”•…↑↓`;
/** The rest of Western European text, `RARE_LETTERS` of the build; other characters use the fallback fonts. */
const MORE = `${range(0xa1, 0xff).replace(/[©·]/g, '')}Œœ‚„′″‹›€™−`;

type Subset = {
  readonly output: string;
  readonly source: string;
  readonly axes: Record<string, number | { min: number; max: number }>;
};

const SUBSETS: readonly Subset[] = [
  {
    output: 'newsreader-display',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { opsz: 72, wght: 500 },
  },
  {
    output: 'newsreader-text',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
    axes: { wght: 400 },
  },
  // A file of its own: few pages have bold text, and together they are twice as large.
  {
    output: 'newsreader-bold',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
    axes: { wght: 600 },
  },
  {
    output: 'newsreader-italic',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2',
    axes: { wght: 400 },
  },
  {
    output: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

function write(folder: string, name: string, bytes: Buffer | string): void {
  writeFileSync(new URL(`../../${folder}/${name}`, import.meta.url), bytes);
  console.log(`${name}  ${(Buffer.byteLength(bytes) / 1024).toFixed(1)} KB`);
}

for (const { output, source, axes } of SUBSETS)
  for (const [name, characters] of [
    [output, BASIC + MORE],
    [`${output}-basic`, BASIC],
    [`${output}-more`, MORE],
  ] as const) {
    const font = await subsetFont(readFileSync(require.resolve(source)), characters, {
      targetFormat: 'woff2',
      variationAxes: axes,
    });
    write('web/app/fonts', `${name}.woff2`, font);
  }

/** For social pictures. Never sent to browsers, so all scripts of both families are included. */
const PICTURE_SUBSETS: readonly Subset[] = [
  ...['latin', 'latin-ext', 'vietnamese'].map((script) => ({
    output: `newsreader-${script}`,
    source: `@fontsource-variable/newsreader/files/newsreader-${script}-opsz-normal.woff2`,
    axes: { opsz: 72, wght: 500 },
  })),
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].map(
    (script) => ({
      output: `inter-${script}`,
      source: `@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`,
      axes: { wght: 500 },
    }),
  ),
];

/** More than any of the fonts has, without control characters. */
const ALL_CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0x2fff)}${range(0xa700, 0xabff)}`;

const drawable = new Set<number>();
for (const { output, source, axes } of PICTURE_SUBSETS) {
  const original = readFileSync(require.resolve(source));
  const options = { variationAxes: axes };
  const sfnt = await subsetFont(original, ALL_CHARACTERS, { ...options, targetFormat: 'truetype' });
  const codes = new Face(new Blob(new Uint8Array(sfnt).buffer)).collectUnicodes();
  for (const code of codes) drawable.add(code);
  const font = await subsetFont(original, ALL_CHARACTERS, { ...options, targetFormat: 'woff' });
  write('api/src/social/fonts', `${output}.woff`, font);
}
const characters = [...drawable].sort((a, b) => a - b).map((code) => String.fromCodePoint(code));
write('api/src/social/fonts', 'characters.txt', characters.join(''));
