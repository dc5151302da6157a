import type { Metadata } from 'sharp';
import { loadSharp } from './load-sharp.ts';

/** Four levels of a channel are enough for a colour that is seen for a moment. */
const LEVELS = 4;
const OPAQUE = 255;

/**
 * The colour that stands for the picture until it is there: the mean of all its pixels, since
 * what appears then differs least from it. The most frequent colour was tried: it is the paper.
 */
async function tintOf(image: Buffer | string, { hasAlpha }: Metadata): Promise<string> {
  const sharp = await loadSharp();
  const open = () => sharp(image, { sequentialRead: true });
  if (hasAlpha) {
    const alpha = await open().extractChannel('alpha').raw().toBuffer();
    // It would be seen for ever behind a picture that is see-through.
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

/** A name made of the content, which tells a page what it must know before the picture is there. */
export async function nameImage(
  image: Buffer | string,
  hash: string,
  extension: string,
): Promise<string> {
  const sharp = await loadSharp();
  const metadata = await sharp(image).metadata();
  const { width, height, pageHeight = height, pages = 1 } = metadata;
  const tint = await tintOf(image, metadata);
  return `${hash}-${width}x${pageHeight}-${tint}${pages > 1 ? 'a' : ''}.${extension}`;
}
