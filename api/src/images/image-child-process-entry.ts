import type { Sharp } from 'sharp';
import { doJobs, endWhenDisconnected, lowerPriority, preferForOomKill } from '../child-process.ts';
import type { ImageJob, ImageResult } from './image-jobs.ts';
import type { VariantFormat } from './image-variants.ts';
import { makeIcons } from './make-icons.ts';
import { explainImageError, loadSharp, processImage } from './prepare-image.ts';

const ENCODE: Readonly<Record<VariantFormat, (image: Sharp) => Sharp>> = {
  // Effort 3 takes twice as long, and is not smaller on average.
  avif: (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  // Subsampling would blur the letters of screenshots.
  jpeg: (image) => image.jpeg({ quality: 80, mozjpeg: true, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ compressionLevel: 9 }),
  gif: (image) => image.gif(),
};

async function makeVariant({
  input,
  width,
  format,
}: Extract<ImageJob, { kind: 'variant' }>): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const animated = format === 'webp' || format === 'gif';
  // With sequential reading, only some lines are in memory, where the format allows it.
  const image = sharp(input, { animated, sequentialRead: true }).resize({ width });
  return ENCODE[format](image)
    .toBuffer()
    .catch((error) => {
      throw explainImageError(error);
    });
}

function work(job: ImageJob): Promise<ImageResult> {
  switch (job.kind) {
    case 'upload':
      return processImage(job.input, job.output);
    case 'variant':
      return makeVariant(job);
    case 'icons':
      return makeIcons(job.input);
  }
}

lowerPriority();
preferForOomKill();
endWhenDisconnected();
doJobs(work);
