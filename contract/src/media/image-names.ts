// Separate from the schemas, so that the browser does not load zod.

/** The data folder, an object store and a backup have this folder. */
export const UPLOADS_FOLDER = 'uploads';
/** A folder within the uploads that can be deleted at any time. */
export const VARIANTS_FOLDER = 'narrower';
export const UPLOADS_PATH = `/${UPLOADS_FOLDER}/`;

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
export const MAX_MEGAPIXELS = 50;
/** Limited, because a picture may be in every post. */
export const MAX_IMAGE_USES = 20;

export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 1600] as const;

/** The format with smaller files comes first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export type ImageSize = { readonly width: number; readonly height: number };

/** WebP and AVIF must be lower than this. */
const HEIGHT_LIMIT = 16_384;

/**
 * Contains the size, the placeholder colour (`x` if transparent) and `a` for animations. Old names have only the size.
 */
const NAME = /-(\d{1,8})x(\d{1,8})(?:-([0-3]{3}|x)(a?))?\.(jpg|png|webp|gif|avif)$/;

const IMAGE_ENDINGS = ['.jpg', '.png', '.webp', '.gif', '.avif'];

export function isImageName(name: string): boolean {
  return NAME.test(name) && /^[0-9a-f]{32}$/.test(name.replace(NAME, ''));
}

/** The endings are looked for first: the expression takes 100 ms for a long text, which most often has none. */
export function imageNamesIn(text: string): string[] {
  if (!IMAGE_ENDINGS.some((ending) => text.includes(ending))) return [];
  return (
    text.match(/[0-9a-f]{32}-\d{1,8}x\d{1,8}(?:-(?:[0-3]{3}|x)a?)?\.(?:jpg|png|webp|gif|avif)/g) ??
    []
  );
}

export function hashInName(name: string): string {
  return name.slice(0, 32);
}

/** Such a path has a size, and is safe in a `srcset`. */
export function isUploadPath(path: string): boolean {
  return path.startsWith(UPLOADS_PATH) && isImageName(path.slice(UPLOADS_PATH.length));
}

export function sizeFromName(path: string): ImageSize | undefined {
  const [, width, height] = NAME.exec(path) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** The three digits from 0 to 3 are for red, green and blue. */
export function placeholderColourFromName(path: string): string | undefined {
  const colour = NAME.exec(path)?.[3];
  return colour === 'x' ? undefined : colour;
}

/** False if unknown: old names of GIFs and WebPs do not tell whether they are animated. */
export function isStillName(path: string): boolean {
  const [, , , colour, animated, extension = ''] = NAME.exec(path) ?? [];
  return colour ? animated === '' : ['jpg', 'png', 'avif'].includes(extension);
}

/**
 * Animations have no AVIF, which would lose the movement. AVIF includes the full width, because browsers that choose
 * the AVIF source are offered nothing else.
 */
export function widthsOf(path: string, format: ImageFormat): number[] {
  const size = sizeFromName(path);
  if (!size || (format === 'avif' && !isStillName(path))) return [];
  const widths = IMAGE_WIDTHS.filter(
    (width) => width < size.width && (size.height * width) / size.width < HEIGHT_LIMIT,
  );
  const hasFullWidth =
    format === 'avif' && widths.length > 0 && size.width <= Math.max(...IMAGE_WIDTHS);
  return hasFullWidth && size.height < HEIGHT_LIMIT ? [...widths, size.width] : widths;
}

export function variantPath(path: string, width: number, format: string): string {
  return `${path.replace(UPLOADS_PATH, `${UPLOADS_PATH}${width}/`)}.${format}`;
}

/** Empty if there are no variants. */
export function srcsetOf(path: string, format: ImageFormat): string {
  return widthsOf(path, format)
    .map((width) => `${variantPath(path, width, format)} ${width}w`)
    .join(', ');
}
