/** Enough for the brands of a file. */
export const START_BYTES = 128;

const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** For any codec. */
const GENERAL_BRANDS = ['mif1', 'msf1'];

/** The major brand and the compatible ones, by the box `ftyp` at the start of the file. */
function brandsOf(start: Buffer): string[] {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(start.readUInt32BE(0), start.length);
  const offsets = [8];
  for (let offset = 16; offset + 4 <= end; offset += 4) offsets.push(offset);
  return offsets.map((offset) => start.toString('latin1', offset, offset + 4));
}

/** HEIF with the codec HEVC, which our image library does not contain. */
export function isHeic(start: Buffer): boolean {
  const brands = brandsOf(start);
  const isAvif = brands.some((brand) => brand === 'avif' || brand === 'avis');
  return (
    brands.some((brand) => HEVC_BRANDS.includes(brand)) ||
    (GENERAL_BRANDS.includes(brands[0] ?? '') && !isAvif)
  );
}
