import type { Element, ElementContent, Root, RootContent } from 'hast';
import { elementsIn } from '../../../posts/rendering/elements.ts';
import { addressIn, element, hasClass, isBlank, isElement } from '../../html/elements.ts';
import { readSize } from '../../pictures/picture-sizes.ts';
import { type Attachments, isPictureAddress } from '../attachments.ts';

/** What an element is replaced by; null to keep it. */
type Rule = (element: Element, attachments: Attachments) => ElementContent[] | null;

const space: ElementContent = { type: 'text', value: '\n' };

function isGallery(node: Element): boolean {
  return (
    hasClass(node, 'wp-block-gallery') || (hasClass(node, 'gallery') && node.tagName === 'div')
  );
}

/** Of a gallery: each picture with its own caption. */
function galleryFigures(gallery: Element): Element[] {
  const figures = elementsIn(gallery, 'figure').filter(
    (figure) => elementsIn(figure, 'img').length === 1,
  );
  if (figures.length > 0) return figures;
  return elementsIn(gallery, 'img').map((img) => element('figure', {}, [img]));
}

/** The caption of the whole, which a gallery does not have here. */
function galleryCaption(gallery: Element): ElementContent[] {
  const own = gallery.children.filter((child) => isElement(child, 'figcaption')) as Element[];
  return own.flatMap(({ children }) => [space, element('p', {}, children)]);
}

/** A gallery is a figure with nothing but figures in it. */
const plainGallery: Rule = (node) => {
  if (!isGallery(node)) return null;
  const figures = galleryFigures(node).map(({ children }) => element('figure', {}, children));
  if (figures.length === 0) return null;
  const [only] = figures;
  const shown =
    figures.length === 1 && only
      ? only
      : element('figure', {}, figures.flatMap((figure) => [space, figure]).concat(space));
  return [shown, ...galleryCaption(node)];
};

/** `<div class="wp-block-image"><figure>`: the figure says it all. */
const loneFigure: Rule = (node) => {
  if (!hasClass(node, 'wp-block-image') || node.tagName !== 'div') return null;
  return node.children;
};

/** The picture behind the text of a cover is in its style, which is not kept. */
const coverPicture: Rule = (node) => {
  const style = String(node.properties.style ?? '');
  const address = /background-image:\s*url\(\s*["']?([^"')]+)/i.exec(style)?.[1];
  if (
    !address ||
    !/^wp-block-cover/.test(String(node.properties.className ?? '').replace(/,.*/, ''))
  )
    return null;
  const picture = element('figure', {}, [element('img', { src: address, alt: '' })]);
  return [picture, space, { ...node, properties: { ...node.properties, style: undefined } }];
};

const emptySpace: Rule = (node) => {
  const isSpacer = hasClass(node, 'wp-block-spacer');
  const isEmptyParagraph =
    node.tagName === 'p' &&
    Object.keys(node.properties).length === 0 &&
    node.children.every(isBlank);
  return isSpacer || isEmptyParagraph ? [] : null;
};

/** The frame or link itself, without the box that keeps its shape. */
const embedBox: Rule = (node) => (hasClass(node, 'wp-block-embed__wrapper') ? node.children : null);

/** A video alone in its paragraph. */
const frameParagraph: Rule = (node) => {
  const shown = node.children.filter((child) => !isBlank(child));
  const isFrame =
    node.tagName === 'p' && shown.length === 1 && shown.some((child) => isElement(child, 'iframe'));
  return isFrame ? shown : null;
};

function withoutSize(address: string): string {
  const path = address.replace(/[?#].*$/s, '');
  return readSize(path)?.original ?? path;
}

/** A link to the picture itself, in full size: here a press shows it. */
const pictureLink: Rule = (node, attachments) => {
  const shown = node.children.filter((child) => !isBlank(child));
  const [img] = shown;
  if (node.tagName !== 'a' || shown.length !== 1 || !img || !isElement(img, 'img')) return null;
  const [href, src] = [addressIn(node, 'href'), addressIn(img, 'src')];
  if (attachments.isPage(href)) return [img];
  if (!isPictureAddress(href) || withoutSize(href) !== withoutSize(src)) return null;
  const { width, height, ...properties } = img.properties;
  return [{ ...img, properties: { ...properties, src: href } }];
};

const RULES: readonly Rule[] = [
  plainGallery,
  loneFigure,
  coverPicture,
  emptySpace,
  embedBox,
  frameParagraph,
  pictureLink,
];

const WIDTHS = { alignwide: 'wide', alignfull: 'full' } as const;

/** Addresses of other sizes, which are made here, and of pages of the old blog. */
function dropOtherAddresses({ tagName, properties }: Element): void {
  if (tagName !== 'img') return;
  for (const name of Object.keys(properties))
    if (name === 'srcSet' || name === 'sizes' || name.startsWith('data')) delete properties[name];
}

/** Of HTML that browsers still show, and the sanitiser does not know. */
const RENAMED: Readonly<Record<string, string>> = { strike: 's', tt: 'code', acronym: 'abbr' };

/** Wide pictures stay wide. */
function keepWidth(node: Element): void {
  if (node.tagName !== 'figure' || elementsIn(node, 'figure').length > 0) return;
  const hasPicture = ['img', 'iframe', 'video'].some((name) => elementsIn(node, name).length > 0);
  for (const [theirs, ours] of Object.entries(WIDTHS))
    if (hasPicture && hasClass(node, theirs))
      node.properties.className = [...(node.properties.className as string[]), ours];
}

function replacementOf(node: Element, attachments: Attachments): ElementContent[] | null {
  for (const rule of RULES) {
    const replacement = rule(node, attachments);
    if (replacement) return replacement;
  }
  return null;
}

/** The blank lines between blocks, which their marks have left. */
function tidySpace(node: RootContent): void {
  if (node.type === 'text' && /^[ \t\f]*\n\s*$/.test(node.value)) node.value = '\n';
}

/** What only the styles of WordPress made of its blocks, as plain HTML. */
export function tidyBlocks(parent: Root | Element, attachments: Attachments): void {
  const { children } = parent;
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index] as RootContent;
    tidySpace(child);
    if (child.type !== 'element' || child.tagName === 'pre') continue;
    child.tagName = RENAMED[child.tagName] ?? child.tagName;
    dropOtherAddresses(child);
    keepWidth(child);
    const replacement = replacementOf(child, attachments);
    if (replacement) {
      const next = children[index + 1];
      const takesSpace = replacement.length === 0 && next?.type === 'text' && isBlank(next);
      children.splice(index, takesSpace ? 2 : 1, ...replacement);
      // What replaces it is looked at in its place.
      index -= 1;
    } else tidyBlocks(child, attachments);
  }
}
