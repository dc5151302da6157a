import type { ImageSize } from '@longhand/contract/media/image-names';
import { decodeEntities, escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import { findElements, findTags, isInside, type Range, type Tag } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';

function galleryHtml(figures: readonly string[]): string {
  return `<figure>\n${figures.map((figure) => `  ${figure}\n`).join('')}</figure>`;
}

/** Figures with one of these addresses and only space between them. */
function runOf(text: string, sources: ReadonlySet<string>) {
  const images = findTags(text).filter(({ name }) => name === 'img');
  const figures = findElements(text, 'figure').filter((figure) => {
    const inner = images.filter(({ from }) => figure.from < from && from < figure.to);
    return inner.length === 1 && inner.every((image) => sources.has(addressOf(text, image)));
  });
  let run: typeof figures = [];
  for (const figure of figures) {
    const last = run.at(-1);
    const isNext = last && text.slice(last.to, figure.from).trim() === '';
    if (!isNext && run.length > 1) return run;
    run = isNext ? [...run, figure] : [figure];
  }
  return run;
}

/** Null if the pictures do not follow each other. */
export function galleryEdit(text: string, sources: ReadonlySet<string>): Edit | null {
  const run = runOf(text, sources);
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last || first === last) return null;
  const figures = run.map(({ from, to }) => text.slice(from, to));
  return { from: first.from, to: last.to, text: galleryHtml(figures) };
}

/** Null for a text with tags or other entities, which can only be changed in the HTML. */
export type FigureTexts = {
  readonly src: string;
  readonly alt: string | null;
  readonly caption: string | null;
};

export type FigurePart = 'alt' | 'caption';

export function attributeOf(text: string, tag: Tag, name: string): Range | undefined {
  const pattern = new RegExp(`\\s${name}="([^"]*)"`, 'i');
  const match = pattern.exec(text.slice(tag.from, tag.to));
  if (!match) return undefined;
  const from = tag.from + match.index + match[0].indexOf('"') + 1;
  return { from, to: from + (match[1] ?? '').length };
}

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

/** Only pictures with one of these addresses, in the order of the text. */
export function figureTexts(text: string, sources: ReadonlySet<string>): FigureTexts[] {
  return picturesOf(text, sources).map(({ src, alt, caption }) => ({
    src,
    alt: alt ? plain(text.slice(alt.from, alt.to), escapeAttribute) : null,
    caption: caption ? plain(text.slice(caption.from, caption.to), escapeText) : null,
  }));
}

/** `index` counts the pictures with these addresses. */
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

type Figure = {
  readonly src: string;
  readonly size?: ImageSize | undefined;
  readonly alt?: string;
  readonly caption?: string;
};

/** Readers get no empty caption, because the server drops it. */
export function figureHtml({ src, size, alt = '', caption = '' }: Figure): string {
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}"${dimensions}>`;
  return `<figure>${image}<figcaption>${escapeText(caption)}</figcaption></figure>`;
}
