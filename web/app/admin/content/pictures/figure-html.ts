import type { ImageSize } from '@longhand/contract/image-names';
import { escapeAttribute, escapeText } from '@longhand/contract/search';

export type Figure = {
  readonly src: string;
  readonly size?: ImageSize | undefined;
  readonly alt?: string;
  readonly caption?: string;
};

/** One line of HTML. Readers get no empty caption: the server drops it. */
export function figureHtml({ src, size, alt = '', caption = '' }: Figure): string {
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${dimensions}>`;
  return `<figure>${image}<figcaption>${escapeText(caption)}</figcaption></figure>`;
}
