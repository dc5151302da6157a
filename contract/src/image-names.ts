// Separate from the schemas, so that the browser does not load zod.

/** In the data folder, in an object store and in a backup. */
export const UPLOADS_FOLDER = 'uploads';
/** Within the uploads; can be deleted at any time. */
export const VARIANTS_FOLDER = 'narrower';
export const UPLOADS_PATH = `/${UPLOADS_FOLDER}/`;

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
export const MAX_MEGAPIXELS = 50;
/** A picture that is in every post has no long list of them. */
export const MAX_IMAGE_USES = 20;

/** A sentence for whoever uploads one; `what` names it. */
export function heicRefusal(what: string): string {
  return `${what} is a HEIC picture, which browsers cannot show. Export it as a JPEG. To take JPEGs with an iPhone: Settings > Camera > Formats > Most Compatible.`;
}

/** The widths of variants. */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 1600] as const;

/** The formats of variants, the smaller one first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export type ImageSize = { readonly width: number; readonly height: number };

/** WebP and AVIF must be less high than this. */
const HEIGHT_LIMIT = 16_384;

/** Size, placeholder colour (`x`: transparent), `a` for animations. Old names have only the size. */
const NAME = /-(\d{1,8})x(\d{1,8})(?:-([0-3]{3}|x)(a?))?\.(jpg|png|webp|gif|avif)$/;

export function isImageName(name: string): boolean {
  return NAME.test(name) && /^[0-9a-f]{32}$/.test(name.replace(NAME, ''));
}

export function imageNamesIn(text: string): string[] {
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

/** Three digits from 0 to 3 for red, green and blue. */
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
 * The widths of the variants in a format. No AVIF for animations, which it would lose. AVIF includes
 * the full width, as browsers that choose the AVIF source are offered nothing else.
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

/** '' if there are no variants. */
export function srcsetOf(path: string, format: ImageFormat): string {
  return widthsOf(path, format)
    .map((width) => `${variantPath(path, width, format)} ${width}w`)
    .join(', ');
}
