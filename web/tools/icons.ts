import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = new URL('../public/', import.meta.url);
const drawing = readFileSync(new URL('icon.svg', PUBLIC));

function png(size: number, source: Buffer = drawing): Promise<Buffer> {
  return sharp(source, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ effort: 10 })
    .toBuffer();
}

/** A PNG in an ICO container, for browsers that request /favicon.ico. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** Fills the square, with the letter inside the safe zone. */
const maskable = Buffer.from(
  drawing
    .toString()
    .replace('rx="6" ', '')
    .replace('<path', '<path transform="translate(3.6 3.6) scale(.775)"'),
);
/** iOS rounds the corners itself. */
const square = Buffer.from(drawing.toString().replace('rx="6" ', ''));

const files = {
  'favicon.ico': ico(await png(32), 32),
  'apple-touch-icon.png': await png(180, square),
  'icon-192.png': await png(192),
  'icon-512.png': await png(512),
  'icon-maskable.png': await png(512, maskable),
};
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(new URL(name, PUBLIC), bytes);
  console.log(fileURLToPath(new URL(name, PUBLIC)), bytes.length);
}
