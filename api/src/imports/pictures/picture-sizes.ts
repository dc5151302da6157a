/** WordPress stores smaller copies beside a picture: `photo-300x200.jpg`. */
const SIZED = /^(.*)-(\d{1,5})x(\d{1,5})(\.\w{1,5})$/s;

export function readSize(path: string): { original: string; pixels: number } | undefined {
  const [, start = '', width, height, extension] = SIZED.exec(path) ?? [];
  if (extension === undefined) return undefined;
  return { original: start + extension, pixels: Number(width) * Number(height) };
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** Whether a link leads to a picture rather than to a page. */
export function isPictureFile({ pathname }: URL): boolean {
  return PICTURE.test(pathname);
}
