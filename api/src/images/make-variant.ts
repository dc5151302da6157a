import type { Sharp } from 'sharp';
import type { ImageJob } from './image-jobs.ts';
import { loadSharp } from './load-sharp.ts';
import { explainImageError } from './prepare-image.ts';
import type { VariantFormat } from './variant-formats.ts';

const ENCODE: Readonly<Record<VariantFormat, (image: Sharp) => Sharp>> = {
  // Effort 3 takes twice as long, and is not smaller on average.
  avif: (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  // Without subsampling, which blurs the letters of screenshots.
  jpeg: (image) => image.jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ compressionLevel: 9 }),
  gif: (image) => image.gif(),
};

export async function makeVariant({
  input,
  width,
  format,
}: Extract<ImageJob, { kind: 'variant' }>): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const animated = format === 'webp' || format === 'gif';
  // Sequential: where the format allows it, only some lines are in memory.
  const image = sharp(input, { animated, sequentialRead: true }).resize({ width });
  return ENCODE[format](image)
    .toBuffer()
    .catch((error) => {
      throw explainImageError(error);
    });
}
