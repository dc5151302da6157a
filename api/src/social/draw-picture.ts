import sharp, { type Sharp } from 'sharp';
import { drawBesideImage } from './draw-beside-image.ts';
import { drawCover } from './draw-cover.ts';
import type { DrawJob } from './draw-job.ts';

async function draw(job: DrawJob): Promise<Sharp> {
  if (!job.image) return drawCover(job);
  // The image may be unreadable.
  return drawBesideImage(job, job.image).catch(() => drawCover(job));
}

export async function drawPicture(job: DrawJob): Promise<Buffer> {
  sharp.concurrency(1);
  const picture = await draw(job);
  // Chroma subsampling blurs the edges of coloured letters.
  return picture.jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}
