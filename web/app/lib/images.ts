/** The size that the store writes into the name of every upload. */
const SIZE_IN_NAME = /-(\d{1,8})x(\d{1,8})\.[a-z]+$/;

export type ImageSize = { readonly width: number; readonly height: number };

export function sizeFromName(path: string): ImageSize | undefined {
  const [, width, height] = SIZE_IN_NAME.exec(path) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** Paths are on the API's host; everything else is an address already. */
export function imageUrl(reference: string, apiUrl: string): string {
  if (reference.startsWith('http')) return reference;
  return `${apiUrl}/${reference.replace(/^\//, '')}`;
}

/** The same for the images within a post's HTML. */
export function withImageHost(html: string, apiUrl: string): string {
  return apiUrl === '' ? html : html.replaceAll('src="/uploads/', `src="${apiUrl}/uploads/`);
}
