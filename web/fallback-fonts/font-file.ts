import { readFileSync } from 'node:fs';
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { LABELS, PROSE, TITLES } from './sample-text.ts';

/** All lengths in em. */
export type FontFile = {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** For each character, with kerning: the widths that a browser would lay out. */
  readonly advances: (text: string) => number[];
};

const faces = new Map<string, Promise<Face>>();

/** HarfBuzz reads no WOFF2. */
async function decompress(path: string): Promise<Face> {
  const options = { targetFormat: 'truetype' } as const;
  const sfnt = await subsetFont(readFileSync(path), PROSE + TITLES + LABELS, options);
  return new Face(new Blob(new Uint8Array(sfnt)));
}

function readFace(path: string): Promise<Face> {
  const face = faces.get(path) ?? decompress(path);
  faces.set(path, face);
  return face;
}

export async function readFontFile(path: string, weight = 400): Promise<FontFile> {
  const face = await readFace(path);
  const font = new Font(face);
  font.setVariations([new Variation('wght', weight)]);
  const { ascender, descender, lineGap } = font.hExtents();
  return {
    ascent: ascender / face.upem,
    descent: -descender / face.upem,
    lineGap: lineGap / face.upem,
    advances(text) {
      const buffer = new Buffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      shape(font, buffer);
      const widths = new Array<number>(text.length).fill(0);
      for (const { cluster, xAdvance = 0 } of buffer.getGlyphInfosAndPositions())
        widths[cluster] = (widths[cluster] ?? 0) + xAdvance / face.upem;
      return widths;
    },
  };
}
