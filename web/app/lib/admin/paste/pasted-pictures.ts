import { sizeFromName } from '@longhand/contract/image-names';
import { escapeAttribute } from '@longhand/contract/search';
import type { PastedPicture } from './clean-pasted-html.ts';

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The picture as a file; null if its data are damaged. */
export function pastedFile(
  { src, file }: PastedPicture,
  index: number,
  clipboardFiles: readonly File[],
): File | null {
  if (file !== null) return clipboardFiles[file] ?? null;
  const [, type = '', data = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(src) ?? [];
  const bytes = decode(data);
  const name = `picture-${index + 1}.${type.replace('image/', '')}`;
  return bytes && bytes.length > 0 ? new File([bytes], name, { type }) : null;
}

/** Replaces the figures, in their order; one with null is removed with its line. */
export function replacePictures(
  html: string,
  pictures: readonly PastedPicture[],
  replacements: readonly (string | null)[],
): string {
  const parts: string[] = [];
  let from = 0;
  for (const [index, picture] of pictures.entries()) {
    const at = html.indexOf(picture.html, from);
    const replacement = replacements[index] ?? null;
    parts.push(html.slice(from, at), replacement ?? '');
    from = at + picture.html.length;
    const isOwnLine = (at === 0 || html[at - 1] === '\n') && html[from] === '\n';
    if (replacement === null && isOwnLine) from += 1;
  }
  return [...parts, html.slice(from)].join('');
}

/** The figure with the address of the uploaded picture. */
export function uploadedFigure({ html, tag, alt }: PastedPicture, url: string): string {
  const size = sizeFromName(url);
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  const uploaded = `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${dimensions}>`;
  return html.replace(tag, () => uploaded);
}
