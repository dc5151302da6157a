import sharp, { type Sharp } from 'sharp';
import { drawBesideImage } from './draw-beside-image.ts';
import { drawCover } from './draw-cover.ts';
import type { DrawJob } from './draw-job.ts';

async function draw(order: DrawJob): Promise<Sharp> {
  if (!order.image) return drawCover(order);
  // An image that cannot be read is no reason to show nothing.
  return drawBesideImage(order, order.image).catch(() => drawCover(order));
}

/** A JPEG of what the order asks for. */
export async function drawPicture(order: DrawJob): Promise<Buffer> {
  sharp.concurrency(1);
  const picture = await draw(order);
  // Without subsampling: it blurs the edges of coloured letters.
  return picture.jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}
