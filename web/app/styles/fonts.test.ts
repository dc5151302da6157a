import { readFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { webFontRules } from '../../fallback-fonts/plugin.ts';

const facesOf = (rules: string) => rules.match(/@font-face \{.*?\}/gs) ?? [];

function readRange(face: string): number[] {
  return [...face.matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, n) => from + n);
  });
}

async function readCharacters(face: string): Promise<number[]> {
  const path = /url\("([^"]+)"\)/.exec(face)?.[1] ?? '';
  const bytes = readFileSync(new URL(path, import.meta.url));
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('');
  const sfnt = await subsetFont(bytes, all, { targetFormat: 'truetype' });
  return [...new Face(new Blob(new Uint8Array(sfnt).buffer)).collectUnicodes()];
}

/** Not shown within a line, and not in every font. */
const SOFT_HYPHEN = 0xad;

/** Accents that are written as characters of their own; a letter and one of them are another letter of the file. */
const COMBINING = [0x300, 0x301, 0x302, 0x303, 0x308, 0x30a, 0x327];

const sorted = (codes: readonly number[]) =>
  codes.filter((code) => code !== SOFT_HYPHEN).toSorted((a, b) => a - b);

test('for English, the letters of each font are in two files, and the range of one is what is in it', async () => {
  const english = facesOf(webFontRules(true));
  const faces = facesOf(webFontRules(false));
  expect(faces.length).toBe(5);
  expect(english.length).toBe(10);
  for (const [at, face] of faces.entries()) {
    const [more = '', basic = ''] = english.slice(2 * at);
    expect(basic.replace('-basic', '')).toBe(face);
    expect(more.replace('-more', '').replace(/\s*unicode-range:[^;]*;/, '')).toBe(face);
    const [all, inMore, inBasic] = await Promise.all([face, more, basic].map(readCharacters));
    expect(sorted(readRange(more))).toEqual(sorted([...(inMore ?? []), ...COMBINING]));
    expect(sorted([...(inBasic ?? []), ...(inMore ?? [])])).toEqual(sorted(all ?? []));
  }
});
