import { open, rm, writeFile } from 'node:fs/promises';
import { heicRefusal } from '@longhand/contract/media/content-pictures';
import { MAX_MEGAPIXELS } from '@longhand/contract/media/image-names';
import { type FileTypeResult, fileTypeFromFile } from 'file-type';
import type { Metadata, Sharp } from 'sharp';
import { ImageRefused, NEEDS_TOO_MUCH_MEMORY } from './image-jobs.ts';
import { hashOfFile } from './image-store.ts';

/** Imported lazily, because the server itself rarely needs it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each job decodes another file, so a cache would not be hit.
  sharp.cache(false);
  // The other cores are left to requests.
  sharp.concurrency(1);
  return sharp;
}

const LEVELS_PER_CHANNEL = 4;
const OPAQUE = 255;

/**
 * The mean of all pixels, or 'x' for a transparent image. The most frequent colour would mostly be that of the
 * background.
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
  return [...mean].map((value) => Math.floor((value * LEVELS_PER_CHANNEL) / 256)).join('');
}

/** The name contains what a page needs before the image has loaded: size, placeholder colour and animation. */
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

/** The brands of a file are in these. */
const START_BYTES = 128;

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** These brands are used with any codec. */
const GENERAL_BRANDS = ['mif1', 'msf1'];

/** The box `ftyp` at the start of the file has the major brand and the compatible ones. */
function brandsOf(start: Buffer): string[] {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(start.readUInt32BE(0), start.length);
  const offsets = [8];
  for (let offset = 16; offset + 4 <= end; offset += 4) offsets.push(offset);
  return offsets.map((offset) => start.toString('latin1', offset, offset + 4));
}

/** HEIC is HEIF with the codec HEVC, which our image library does not contain. */
export function isHeic(start: Buffer): boolean {
  const brands = brandsOf(start);
  const isAvif = brands.some((brand) => brand === 'avif' || brand === 'avis');
  return (
    brands.some((brand) => HEVC_BRANDS.includes(brand)) ||
    (GENERAL_BRANDS.includes(brands[0] ?? '') && !isAvif)
  );
}

const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** All frames of an animation count together. */
const MAX_ANIMATION_PIXELS = 2 * MAX_PIXELS;

/** Above this, the best compression takes minutes and several hundred megabytes. */
const LARGE_PIXELS = 12_500_000;

const TEST_WRITE_BYTES = 1_000_000;

type Format = {
  readonly extension: string;
  readonly animated: boolean;
  readonly encode: (image: Sharp, isLarge: boolean) => Sharp;
};

/** The keys are detected types, never those of a file name or header. */
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
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  return formatOf(await fileTypeFromFile(file), buffer);
}

/** Checks only the header, so that a decompression bomb is never decoded. */
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

/** Works from file to file, to keep memory low. */
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

/** The upload becomes upright and loses its metadata. Returns its name. */
export async function processImage(input: string, output: string): Promise<string> {
  const format = await detectFormat(input);
  await encode(input, output, format).catch(async (error) => {
    await refuseFullDisk(output);
    throw explainImageError(error);
  });
  return nameImage(output, await hashOfFile(output), format.extension);
}
