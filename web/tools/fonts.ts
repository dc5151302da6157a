import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join('');
}

/** Western European text and the marks that typography needs; the rest falls back. */
const CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’‚“”„†‡•…‰‹›€™←→↑↓↩−×≈≤≥′″ﬁﬂ`;

type Cut = {
  readonly output: string;
  readonly source: string;
  readonly axes: Record<string, number | { min: number; max: number }>;
};

const CUTS: readonly Cut[] = [
  {
    output: 'newsreader-display',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { opsz: 72, wght: 500 },
  },
  {
    output: 'newsreader-text',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
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

for (const { output, source, axes } of CUTS) {
  const font = await subsetFont(readFileSync(require.resolve(source)), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(new URL(`../app/fonts/${output}.woff2`, import.meta.url), font);
  console.log(`${output}.woff2  ${(font.length / 1024).toFixed(1)} KB`);
}
