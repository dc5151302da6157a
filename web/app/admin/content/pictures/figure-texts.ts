import { decodeEntities, escapeAttribute, escapeText } from '@longhand/contract/search';
import { findElements, findTags, isInside, type Range, type Tag } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';

/** Null where the text can only be changed in the HTML: it has tags or other entities. */
export type FigureTexts = {
  readonly src: string;
  readonly alt: string | null;
  readonly caption: string | null;
};

export type FigurePart = 'alt' | 'caption';

/** Where the value of an attribute is. */
export function attributeOf(text: string, tag: Tag, name: string): Range | undefined {
  const pattern = new RegExp(`\\s${name}="([^"]*)"`, 'i');
  const match = pattern.exec(text.slice(tag.from, tag.to));
  if (!match) return undefined;
  const from = tag.from + match.index + match[0].indexOf('"') + 1;
  return { from, to: from + (match[1] ?? '').length };
}

/** The address of an image; empty without one. */
export function addressOf(text: string, image: Tag): string {
  const address = attributeOf(text, image, 'src');
  return address ? decodeEntities(text.slice(address.from, address.to)) : '';
}

function plain(html: string, toHtml: (words: string) => string): string | null {
  const words = decodeEntities(html);
  return toHtml(words) === html ? words : null;
}

function picturesOf(text: string, sources: ReadonlySet<string>) {
  const figures = findElements(text, 'figure');
  const captions = findElements(text, 'figcaption');
  const images = findTags(text).filter(({ name }) => name === 'img');
  return images.flatMap((image) => {
    const src = addressOf(text, image);
    if (!sources.has(src)) return [];
    const figure = figures.find((each) => isInside(image, each));
    const caption = figure && captions.find((each) => isInside(each, figure));
    return {
      src,
      alt: attributeOf(text, image, 'alt'),
      caption: caption && { from: caption.open.to, to: caption.close.from },
    };
  });
}

/** The pictures in the text that have one of these addresses, in their order. */
export function figureTexts(text: string, sources: ReadonlySet<string>): FigureTexts[] {
  return picturesOf(text, sources).map(({ src, alt, caption }) => ({
    src,
    alt: alt ? plain(text.slice(alt.from, alt.to), escapeAttribute) : null,
    caption: caption ? plain(text.slice(caption.from, caption.to), escapeText) : null,
  }));
}

/** The edit that sets the alt text or caption of the picture with this index. */
export function figureTextEdit(
  text: string,
  sources: ReadonlySet<string>,
  { index, part, words }: { index: number; part: FigurePart; words: string },
): Edit | null {
  const span = picturesOf(text, sources)[index]?.[part];
  return span
    ? { ...span, text: part === 'alt' ? escapeAttribute(words) : escapeText(words) }
    : null;
}
