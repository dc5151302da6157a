import { PALETTE } from '@longhand/contract/colours/palette';
import type { IconFiles } from './image-jobs.ts';
import { explainImageError, loadSharp } from './prepare-image.ts';

const LARGE = 512;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Phones show transparent parts as black. */
const PAPER = PALETTE.light.paper;

const ICO_SIZES = [16, 32, 48];
const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** Leaves a square in the circle that every mask shows, which has 80 % of the width. */
const MASKABLE_MARGIN = Math.ceil((LARGE - (LARGE * 0.8) / Math.SQRT2) / 2);

type Picture = { readonly size: number; readonly bytes: Buffer };

function ico(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, bytes }] of pictures.entries()) {
    const at = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

function svg(picture: Buffer, size: number): Buffer {
  const data = picture.toString('base64');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image width="${size}" height="${size}" href="data:image/png;base64,${data}"/></svg>`,
  );
}

async function make(input: string): Promise<IconFiles> {
  const sharp = await loadSharp();
  const contain = (source: string | Buffer, size: number) =>
    sharp(source, { sequentialRead: true }).resize(size, size, {
      fit: 'contain',
      background: CLEAR,
    });
  // The picture is decoded once, because it may have 50 megapixels.
  const large = await contain(input, LARGE).png({ compressionLevel: 9 }).toBuffer();
  const png = (size: number) => contain(large, size).png({ compressionLevel: 9 }).toBuffer();
  const opaque = (size: number, margin = 0) =>
    contain(large, size - 2 * margin)
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: PAPER })
      .flatten({ background: PAPER })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const medium = await png(192);
  const small: Picture[] = [];
  for (const size of ICO_SIZES) small.push({ size, bytes: await png(size) });
  return {
    'icon.svg': svg(medium, 192),
    'favicon.ico': ico(small),
    'apple-touch-icon.png': await opaque(180),
    'icon-192.png': medium,
    'icon-512.png': large,
    'icon-maskable.png': await opaque(LARGE, MASKABLE_MARGIN),
  };
}

export function makeIcons(input: string): Promise<IconFiles> {
  return make(input).catch((error) => {
    throw explainImageError(error);
  });
}
