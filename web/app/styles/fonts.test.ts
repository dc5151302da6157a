import { readFileSync } from 'node:fs';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('fonts.css', import.meta.url), 'utf8');
const faces = css.match(/@font-face \{.*?\}/gs) ?? [];

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

test('the range of a file is what is in it, and nothing of that is in the file that every page loads', async () => {
  expect(faces.length).toBe(10);
  for (let at = 0; at < faces.length; at += 2) {
    const [more = '', basic = ''] = faces.slice(at, at + 2);
    expect(basic).toBe(more.replace('-more', '').replace(/\s*unicode-range:[^;]*;/, ''));
    const characters = await readCharacters(more);
    expect(sorted(readRange(more))).toEqual(sorted([...characters, ...COMBINING]));
    expect((await readCharacters(basic)).filter((code) => characters.includes(code))).toEqual([]);
  }
});
