import { open, rm, writeFile } from 'node:fs/promises';
import { heicRefusal, MAX_MEGAPIXELS } from '@longhand/contract/image-names';
import { type FileTypeResult, fileTypeFromFile } from 'file-type';
import type { Metadata, Sharp } from 'sharp';
import { isHeic, START_BYTES } from './heic.ts';
import { ImageRefused, NEEDS_TOO_MUCH_MEMORY } from './image-jobs.ts';
import { hashOfFile } from './image-store.ts';
import { loadSharp } from './load-sharp.ts';
import { nameImage } from './name-image.ts';

const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** All frames of an animation together. */
const MAX_ANIMATION_PIXELS = 2 * MAX_PIXELS;

/** Above this, the best compression takes minutes and several hundred megabytes. */
const LARGE_PIXELS = 12_500_000;

const TEST_WRITE_BYTES = 1_000_000;

type Format = {
  readonly extension: string;
  readonly animated: boolean;
  readonly encode: (image: Sharp, isLarge: boolean) => Sharp;
};

/** By detected type, never by file name or header. */
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': {
    extension: 'jpg',
    animated: false,
    // Both options need the whole image in memory for a second pass.
    encode: (image, isLarge) =>
      image.jpeg({ quality: 88, ...(isLarge ? { optimiseCoding: false } : { mozjpeg: true }) }),
  },
  'image/png': {
    extension: 'png',
    animated: false,
    encode: (image) => image.png({ compressionLevel: 9 }),
  },
  'image/webp': {
    extension: 'webp',
    animated: true,
    encode: (image, isLarge) => image.webp({ quality: 88, effort: isLarge ? 0 : 4 }),
  },
  'image/gif': { extension: 'gif', animated: true, encode: (image) => image.gif() },
  'image/avif': {
    extension: 'avif',
    animated: false,
    encode: (image, isLarge) => image.avif({ quality: 65, effort: isLarge ? 0 : 2 }),
  },
};

/** Whether a file of this type can be an upload. */
export function isUploadType(mime: string | undefined): boolean {
  return mime !== undefined && Object.hasOwn(FORMATS, mime);
}

function notAnImage(detail: string, cause?: unknown): ImageRefused {
  return new ImageRefused('not-an-image', detail, cause);
}

function formatOf(type: FileTypeResult | undefined, start: Buffer): Format {
  const isSequence = type?.mime === 'image/avif' && start.toString('latin1', 8, 12) === 'avis';
  // Encoding would lose the animation.
  if (type?.mime === 'image/apng' || isSequence) {
    throw notAnImage(
      'This kind of animation is not supported. Please use a GIF or an animated WebP instead.',
    );
  }
  const format = type && FORMATS[type.mime];
  if (format) return format;

  if (isHeic(start)) throw notAnImage(heicRefusal('This'));
  throw notAnImage('The file is not a PNG, JPEG, WebP, GIF or AVIF image.');
}

async function detectFormat(file: string): Promise<Format> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return formatOf(await fileTypeFromFile(file), buffer);
  } finally {
    await handle.close();
  }
}

/** Checks the header only: a decompression bomb is never decoded. */
function refuseHuge(metadata: Metadata): void {
  const { width, height, pageHeight = height, pages = 1 } = metadata;
  if (width * pageHeight > MAX_PIXELS) {
    throw new ImageRefused(
      'too-large',
      `The image has ${width} × ${pageHeight} pixels; the limit is ${MAX_MEGAPIXELS} megapixels.`,
    );
  }
  if (width * pageHeight * pages > MAX_ANIMATION_PIXELS) {
    throw new ImageRefused('too-large', 'The animation has too many frames for its size.');
  }
}

/** From file to file, to keep memory low. */
async function encode(input: string, output: string, format: Format): Promise<void> {
  const sharp = await loadSharp();
  const read = (animated: boolean) =>
    sharp(input, {
      animated,
      // refuseHuge checks the header; this limits what decoding finds.
      limitInputPixels: MAX_ANIMATION_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    });
  const metadata = await read(format.animated).metadata();
  refuseHuge(metadata);
  const isAnimation = (metadata.pages ?? 1) > 1;
  const image = read(isAnimation);
  // sharp cannot rotate animations.
  const upright = isAnimation ? image : image.autoOrient();
  const isLarge = metadata.width * metadata.height > LARGE_PIXELS;
  await format.encode(upright, isLarge).toFile(output);
}

/** sharp reports a full disk as a damaged image; a test write throws the real error. */
async function refuseFullDisk(output: string): Promise<void> {
  await writeFile(output, Buffer.alloc(TEST_WRITE_BYTES));
  await rm(output);
}

export function explainImageError(error: unknown): ImageRefused {
  if (error instanceof ImageRefused) return error;
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message))
    return new ImageRefused('too-large', `The image has more than ${MAX_MEGAPIXELS} megapixels.`);
  if (/out of memory/i.test(message)) return new ImageRefused('too-large', NEEDS_TOO_MUCH_MEMORY);
  return notAnImage('The image is damaged or incomplete and could not be read.', error);
}

/** Encodes the upload upright and without metadata. Returns its name. */
export async function processImage(input: string, output: string): Promise<string> {
  const format = await detectFormat(input);
  await encode(input, output, format).catch(async (error) => {
    await refuseFullDisk(output);
    throw explainImageError(error);
  });
  return nameImage(output, await hashOfFile(output), format.extension);
}
