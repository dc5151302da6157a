import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { coinHills } from './illustrations/coin-hills.ts';
import { leafClock } from './illustrations/leaf-clock.ts';
import { leafDrift } from './illustrations/leaf-drift.ts';
import { openBook } from './illustrations/open-book.ts';
import { penLines } from './illustrations/pen-lines.ts';
import { tideMachine } from './illustrations/tide-machine.ts';
import { tideSum } from './illustrations/tide-sum.ts';
import { trainScale } from './illustrations/train-scale.ts';
import { twoSavers } from './illustrations/two-savers.ts';

/** Draws the pictures of the sample posts anew: `node api/sample-content/draw.ts [name ...]`. */
const PICTURES: Readonly<Record<string, () => string>> = {
  'coin-hills': coinHills,
  'leaf-clock': leafClock,
  'leaf-drift': leafDrift,
  'open-book': openBook,
  'pen-lines': penLines,
  'tide-machine': tideMachine,
  'tide-sum': tideSum,
  'train-scale': trainScale,
  'two-savers': twoSavers,
};

const MAX_BYTES = 80_000;
const QUALITIES = [82, 78, 74, 70, 64];

/** The best quality that still fits: fine hatching costs more than flat colour. */
async function encode(svg: string): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(Buffer.from(svg))
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`does not fit into ${MAX_BYTES} bytes`);
}

const wanted = process.argv.slice(2);
for (const [name, picture] of Object.entries(PICTURES)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    await writeFile(join(import.meta.dirname, `${name}.webp`), await encode(picture()));
  }
}
