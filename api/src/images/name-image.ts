import type { Metadata } from 'sharp';
import { loadSharp } from './load-sharp.ts';

/** Per channel. */
const LEVELS = 4;
const OPAQUE = 255;

/**
 * The mean of all pixels, or 'x' for a transparent image. Why not the most frequent colour: it is
 * mostly the background.
 */
async function placeholderColourOf(
  image: Buffer | string,
  { hasAlpha }: Metadata,
): Promise<string> {
  const sharp = await loadSharp();
  const open = () => sharp(image, { sequentialRead: true });
  if (hasAlpha) {
    const alpha = await open().extractChannel('alpha').raw().toBuffer();
    // The colour would stay visible through a transparent image.
    if (!alpha.every((value) => value === OPAQUE)) return 'x';
  }
  const mean = await open()
    .removeAlpha()
    .toColourspace('srgb')
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return [...mean].map((value) => Math.floor((value * LEVELS) / 256)).join('');
}

/** Contains what a page needs before the image has loaded: size, placeholder colour, animation. */
export async function nameImage(
  image: Buffer | string,
  hash: string,
  extension: string,
): Promise<string> {
  const sharp = await loadSharp();
  const metadata = await sharp(image).metadata();
  const { width, height, pageHeight = height, pages = 1 } = metadata;
  const colour = await placeholderColourOf(image, metadata);
  return `${hash}-${width}x${pageHeight}-${colour}${pages > 1 ? 'a' : ''}.${extension}`;
}
