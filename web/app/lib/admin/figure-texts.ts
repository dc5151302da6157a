import { decodeEntities, escapeAttribute, escapeText } from '@longhand/contract/search';
import { type Element, findElements, findTags, type Tag } from './html-tags.ts';
import type { Edit } from './text-edits.ts';

/** Null where the text can only be changed in the HTML: it has tags or other entities. */
export type FigureTexts = {
  readonly src: string;
  readonly alt: string | null;
  readonly caption: string | null;
};

export type FigurePart = 'alt' | 'caption';

type Span = { readonly from: number; readonly to: number };

function attributeOf(text: string, tag: Tag, name: string): Span | undefined {
  const pattern = new RegExp(`\\s${name}="([^"]*)"`, 'i');
  const match = pattern.exec(text.slice(tag.from, tag.to));
  if (!match) return undefined;
  const from = tag.from + match.index + match[0].indexOf('"') + 1;
  return { from, to: from + (match[1] ?? '').length };
}

function plain(html: string, toHtml: (words: string) => string): string | null {
  const words = decodeEntities(html);
  return toHtml(words) === html ? words : null;
}

function spansOf(text: string, image: Tag, elements: readonly Element[]) {
  const figure = elements.find(
    ({ name, open, close }) => name === 'figure' && open.to <= image.from && image.to <= close.from,
  );
  const caption =
    figure &&
    elements.find(
      ({ name, open, close }) =>
        name === 'figcaption' && figure.open.to <= open.from && close.to <= figure.close.from,
    );
  return {
    alt: attributeOf(text, image, 'alt'),
    caption: caption && { from: caption.open.to, to: caption.close.from },
  };
}

function picturesOf(text: string, sources: ReadonlySet<string>) {
  const elements = findElements(text);
  return findTags(text).flatMap((tag) => {
    const span = tag.name === 'img' ? attributeOf(text, tag, 'src') : undefined;
    const src = span && decodeEntities(text.slice(span.from, span.to));
    return src && sources.has(src) ? [{ src, ...spansOf(text, tag, elements) }] : [];
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
