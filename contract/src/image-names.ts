// Apart from the schemas: the browser needs these rules, and not the library behind those.

/** The folder of the uploads: among the data, in an object store and in a backup … */
export const UPLOADS_FOLDER = 'uploads';
/** … and what their addresses begin with. */
export const UPLOADS_PATH = `/${UPLOADS_FOLDER}/`;

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
export const MAX_MEGAPIXELS = 50;

/** The widths in which an upload can be had besides its own. */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 1600] as const;

/** The formats in which it can be had in them, the smaller one first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export type ImageSize = { readonly width: number; readonly height: number };

/** More than a WebP or an AVIF can be high. */
const TOO_HIGH = 16_384;

/** An upload's size, its tint (x: it is see-through), an `a` for animations. Old names end earlier. */
const NAME = /-(\d{1,8})x(\d{1,8})(?:-([0-3]{3}|x)(a?))?\.(jpg|png|webp|gif|avif)$/;

/** Only names that the store itself gives, now or formerly. */
export function isImageName(name: string): boolean {
  return NAME.test(name) && /^[0-9a-f]{32}$/.test(name.replace(NAME, ''));
}

/** All names of uploads in a text, wherever and in whatever form it names them. */
export function imageNamesIn(text: string): string[] {
  return (
    text.match(/[0-9a-f]{32}-\d{1,8}x\d{1,8}(?:-(?:[0-3]{3}|x)a?)?\.(?:jpg|png|webp|gif|avif)/g) ??
    []
  );
}

/** What the bytes of an upload are known by. */
export function hashInName(name: string): string {
  return name.slice(0, 32);
}

/** Whether this is the path of an upload: then it has a size, and is safe in a `srcset`. */
export function isUploadPath(path: string): boolean {
  return path.startsWith(UPLOADS_PATH) && isImageName(path.slice(UPLOADS_PATH.length));
}

/** The size that is written into the name of every upload. */
export function sizeFromName(path: string): ImageSize | undefined {
  const [, width, height] = NAME.exec(path) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** The colour to show until the picture is there: three digits from 0 to 3 for red, green, blue. */
export function placeholderColourFromName(path: string): string | undefined {
  const tint = NAME.exec(path)?.[3];
  return tint === 'x' ? undefined : tint;
}

/** Whether it is certain that nothing moves: old names of GIFs and WebPs do not say. */
export function isStillName(path: string): boolean {
  const [, , , tint, animated, extension = ''] = NAME.exec(path) ?? [];
  return tint ? animated === '' : ['jpg', 'png', 'avif'].includes(extension);
}

/**
 * The widths in which an upload can be had in a format. As an AVIF, an animation would stand still;
 * any other picture comes in its own width too, since who takes AVIF is offered nothing else.
 */
export function widthsOf(path: string, format: ImageFormat): number[] {
  const own = sizeFromName(path);
  if (!own || (format === 'avif' && !isStillName(path))) return [];
  const widths = IMAGE_WIDTHS.filter(
    (width) => width < own.width && (own.height * width) / own.width < TOO_HIGH,
  );
  const whole = format === 'avif' && widths.length > 0 && own.width <= Math.max(...IMAGE_WIDTHS);
  return whole && own.height < TOO_HIGH ? [...widths, own.width] : widths;
}

/** Where an upload is to be had in another width and format, whatever it was itself. */
export function variantPath(path: string, width: number, format: ImageFormat): string {
  return `${path.replace(UPLOADS_PATH, `${UPLOADS_PATH}${width}/`)}.${format}`;
}

/** An upload in all its widths, in the words of `srcset`; empty where there are none. */
export function srcsetOf(path: string, format: ImageFormat): string {
  return widthsOf(path, format)
    .map((width) => `${variantPath(path, width, format)} ${width}w`)
    .join(', ');
}
