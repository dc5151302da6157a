import { createHash } from 'node:crypto';
import { MAX_MEGAPIXELS } from '@longhand/contract/images';
import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import { ProblemError } from '../http/problem.ts';

const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** All frames of an animation together. */
const MAX_ANIMATION_PIXELS = 2 * MAX_PIXELS;
const MAX_SECONDS = 60;

type Format = {
  readonly extension: string;
  readonly animated: boolean;
  readonly encode: (image: Sharp) => Sharp;
};

/** By what the bytes say, never by a name or a header. */
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': {
    extension: 'jpg',
    animated: false,
    encode: (image) => image.jpeg({ quality: 88, mozjpeg: true }),
  },
  'image/png': {
    extension: 'png',
    animated: false,
    encode: (image) => image.png({ compressionLevel: 9 }),
  },
  'image/webp': {
    extension: 'webp',
    animated: true,
    encode: (image) => image.webp({ quality: 88 }),
  },
  'image/gif': { extension: 'gif', animated: true, encode: (image) => image.gif() },
  'image/avif': {
    extension: 'avif',
    animated: false,
    encode: (image) => image.avif({ quality: 65, effort: 3 }),
  },
};

export type ProcessedImage = { readonly name: string; readonly bytes: Buffer };

function notAnImage(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('not-an-image', detail, { cause });
}

async function detectFormat(upload: Buffer): Promise<Format> {
  const type = await fileTypeFromBuffer(upload);
  const format = type && FORMATS[type.mime];
  if (format) return format;
  // Pictures of this kind lose their animation when they are written anew.
  if (type?.mime === 'image/apng') {
    throw notAnImage('Animated PNGs cannot be kept animated. Please use a GIF or WebP instead.');
  }
  throw notAnImage('The file is not a PNG, JPEG, WebP, GIF or AVIF image.');
}

/** Reads only the header, so that a small file that would unfold into a huge picture is refused. */
async function refuseHuge(image: Sharp): Promise<void> {
  const { width, height, pageHeight = height, pages = 1 } = await image.metadata();
  if (width * pageHeight > MAX_PIXELS) {
    throw new ProblemError(
      'too-large',
      `The image has ${width} × ${pageHeight} pixels; at most ${MAX_MEGAPIXELS} megapixels are possible.`,
    );
  }
  if (width * pageHeight * pages > MAX_ANIMATION_PIXELS) {
    throw new ProblemError('too-large', 'The animation has too many frames for its size.');
  }
}

/** Loaded with the first upload: most visits never need it, and it takes ten megabytes. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No two uploads have anything in common that would be worth keeping in memory.
  sharp.cache(false);
  return sharp;
}

/** The upload written anew: upright, without metadata, under a name made of its content. */
export async function processImage(upload: Buffer): Promise<ProcessedImage> {
  const format = await detectFormat(upload);
  const sharp = await loadSharp();
  try {
    const image = sharp(upload, {
      animated: format.animated,
      // Checked by name in refuseHuge; this is for what only decoding would show.
      limitInputPixels: MAX_ANIMATION_PIXELS,
      failOn: 'error',
    });
    await refuseHuge(image);
    const { data, info } = await format
      .encode(image.autoOrient().timeout({ seconds: MAX_SECONDS }))
      .toBuffer({ resolveWithObject: true });
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
    const height = info.pageHeight ?? info.height;
    return { name: `${hash}-${info.width}x${height}.${format.extension}`, bytes: data };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message)) {
      throw new ProblemError('too-large', `The image has more than ${MAX_MEGAPIXELS} megapixels.`);
    }
    throw notAnImage('The image is damaged or cut off and could not be read.', error);
  }
}
