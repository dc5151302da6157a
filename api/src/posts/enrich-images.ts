import { isUploadPath, sizeFromName, srcsetOf, tintFromName } from '@longhand/contract/image-names';

const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const ATTRIBUTE = /([^\s="]+)(?:="([^"]*)")?/g;

/** How wide a picture is shown where its element or one around it has the class, as in the stylesheet. */
const SIZES_BY_CLASS: Readonly<Record<string, string>> = {
  wide: 'min(56rem, 100vw - 2.5rem)',
  full: '100vw',
};
const COLUMN_PX = 640;

type Attributes = Map<string, string>;

/** As they stand in sanitised HTML: what they say is escaped, and stays so. */
function readAttributes(text: string): Attributes {
  return new Map(
    [...text.replace(/\/$/, '').matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

function writeTag(name: string, attributes: Attributes): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${written.join('')} />`;
}

function sizesByClass(classes = ''): string | undefined {
  const known = classes.split(' ').find((each) => Object.hasOwn(SIZES_BY_CLASS, each));
  return known && SIZES_BY_CLASS[known];
}

/** A picture in the text is as wide as it says, at most as wide as the column. */
function sizesInColumn(width: number): string {
  return width < COLUMN_PX ? `min(${width}px, 100vw - 2.5rem)` : 'min(40rem, 100vw - 2.5rem)';
}

type Surroundings = { readonly sizes: string | undefined; readonly inPicture: boolean };

function enrichUpload(path: string, image: Attributes, around: Surroundings): string {
  const own = sizeFromName(path);
  if (!own) return writeTag('img', image);
  if (!image.has('width') && !image.has('height')) {
    image.set('width', String(own.width)).set('height', String(own.height));
  }
  if (!image.has('decoding')) image.set('decoding', 'async');
  const tint = tintFromName(path);
  if (tint) image.set('class', [image.get('class'), `tint-${tint}`].filter(Boolean).join(' '));
  const narrower = srcsetOf(path, 'webp');
  if (image.has('srcset') || !narrower) return writeTag('img', image);
  const width = /^\d+$/.test(image.get('width') ?? '') ? Number(image.get('width')) : own.width;
  const sizes = sizesByClass(image.get('class')) ?? around.sizes ?? sizesInColumn(width);
  image.set('srcset', `${narrower}, ${path} ${own.width}w`).set('sizes', sizes);
  const avif = srcsetOf(path, 'avif');
  if (!avif || around.inPicture) return writeTag('img', image);
  const source = new Map([
    ['type', 'image/avif'],
    ['srcset', avif],
    ['sizes', sizes],
  ]);
  return `<picture>${writeTag('source', source)}${writeTag('img', image)}</picture>`;
}

function enrichImage(text: string, around: Surroundings): string {
  const image = readAttributes(text);
  if (!image.has('alt')) image.set('alt', '');
  if (!image.has('loading')) image.set('loading', 'lazy');
  const src = image.get('src') ?? '';
  return isUploadPath(src) ? enrichUpload(src, image, around) : writeTag('img', image);
}

/** Pictures reserve their place, load when they come near, and no larger than they are shown. */
export function enrichImages(html: string): string {
  const open: { name: string; sizes: string | undefined }[] = [];
  return html.replace(TAG, (tag, closing: string, name: string, text: string) => {
    if (closing) {
      const index = open.findLastIndex((each) => each.name === name);
      if (index >= 0) open.length = index;
    } else if (name === 'img') {
      return enrichImage(text, {
        sizes: open.findLast((each) => each.sizes)?.sizes,
        inPicture: open.some((each) => each.name === 'picture'),
      });
    } else if (!text.endsWith('/')) {
      open.push({ name, sizes: sizesByClass(readAttributes(text).get('class')) });
    }
    return tag;
  });
}
