import { MAX_MEGAPIXELS } from '@longhand/contract/images';
import { fileTypeFromBuffer } from 'file-type';
import type { Metadata, Sharp } from 'sharp';
import { ProblemError } from '../http/problem.ts';
import { createTurns } from '../in-turn.ts';
import { loadSharp } from './load-sharp.ts';
import { nameImage } from './name-image.ts';

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
    encode: (image) => image.avif({ quality: 65, effort: 2 }),
  },
};

export type ProcessedImage = { readonly name: string; readonly bytes: Buffer };

/** An image of ours, which needs no preparing: only its name. */
export async function storedImage(bytes: Buffer): Promise<ProcessedImage> {
  const { extension } = await detectFormat(bytes);
  return { name: await nameImage(bytes, extension), bytes };
}

function notAnImage(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('not-an-image', detail, { cause });
}

async function detectFormat(upload: Buffer): Promise<Format> {
  const type = await fileTypeFromBuffer(upload);
  const isSequence = type?.mime === 'image/avif' && upload.toString('latin1', 8, 12) === 'avis';
  // Pictures of these kinds lose their animation when they are written anew.
  if (type?.mime === 'image/apng' || isSequence) {
    throw notAnImage(
      'This animation cannot be kept. Please use a GIF or an animated WebP instead.',
    );
  }
  const format = type && FORMATS[type.mime];
  if (format) return format;

  throw notAnImage('The file is not a PNG, JPEG, WebP, GIF or AVIF image.');
}

/** By the header alone: a small file that would unfold into a huge picture is never decoded. */
function refuseHuge(metadata: Metadata): void {
  const { width, height, pageHeight = height, pages = 1 } = metadata;
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

const inTurn = createTurns();

/**
 * The upload written anew: upright, without metadata, under a name made of its content. One at
 * a time: the threads that do it also check passwords and read files.
 */
export function processImage(upload: Buffer): Promise<ProcessedImage> {
  return inTurn('', () => encode(upload));
}

async function encode(upload: Buffer): Promise<ProcessedImage> {
  const format = await detectFormat(upload);
  const sharp = await loadSharp();
  try {
    const image = sharp(upload, {
      animated: format.animated,
      // Checked by name in refuseHuge; this is for what only decoding would show.
      limitInputPixels: MAX_ANIMATION_PIXELS,
      failOn: 'error',
    });
    const metadata = await image.metadata();
    refuseHuge(metadata);
    // Frames cannot be turned; cameras do not take animations.
    const upright = (metadata.pages ?? 1) > 1 ? image : image.autoOrient();
    const bytes = await format.encode(upright.timeout({ seconds: MAX_SECONDS })).toBuffer();
    return { name: await nameImage(bytes, format.extension), bytes };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message)) {
      throw new ProblemError('too-large', `The image has more than ${MAX_MEGAPIXELS} megapixels.`);
    }
    if (/timeout/i.test(message)) {
      throw new ProblemError(
        'too-large',
        'The image takes too long to prepare. Please use a smaller one.',
      );
    }
    throw notAnImage('The image is damaged or cut off and could not be read.', error);
  }
}
