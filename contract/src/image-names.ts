// Apart from the schemas: the browser needs these rules, and not the library behind those.

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/** The widths in which an upload can be had besides its own. */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 1600] as const;

export type ImageSize = { readonly width: number; readonly height: number };

/** The size that is written into the name of every upload. */
export function sizeFromName(path: string): ImageSize | undefined {
  const [, width, height] = /-(\d{1,8})x(\d{1,8})\.[a-z]+$/.exec(path) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** Where an upload is to be had in another width: a WebP, whatever it was itself. */
export function narrowerImage(path: string, width: number): string {
  return `${path.replace('/uploads/', `/uploads/${width}/`)}.webp`;
}
