import type { Element, ElementContent, Root, RootContent } from 'hast';
import { h } from 'hastscript';
import {
  addressIn,
  elementsIn,
  hasClass,
  isBlank,
  isElement,
} from '../../../rendering/elements.ts';
import { readSize } from '../../pictures/picture-folder.ts';
import { type Attachments, isPictureAddress } from '../attachments.ts';

/** Returns what replaces the element; null keeps it. */
type Rule = (element: Element, attachments: Attachments) => ElementContent[] | null;

const space: ElementContent = { type: 'text', value: '\n' };

function isGallery(node: Element): boolean {
  return (
    hasClass(node, 'wp-block-gallery') || (hasClass(node, 'gallery') && node.tagName === 'div')
  );
}

function galleryFigures(gallery: Element): Element[] {
  const figures = elementsIn(gallery, 'figure').filter(
    (figure) => elementsIn(figure, 'img').length === 1,
  );
  if (figures.length > 0) return figures;
  return elementsIn(gallery, 'img').map((img) => h('figure', img));
}

/** A gallery has no caption here, so the caption becomes a paragraph after it. */
function galleryCaption(gallery: Element): ElementContent[] {
  const own = gallery.children.filter((child) => isElement(child, 'figcaption'));
  return own.flatMap(({ children }) => [space, h('p', children)]);
}

/** A gallery here is a figure that contains only figures. */
const plainGallery: Rule = (node) => {
  if (!isGallery(node)) return null;
  const figures = galleryFigures(node).map(({ children }) => h('figure', children));
  if (figures.length === 0) return null;
  const all = h(
    'figure',
    figures.flatMap((figure) => [space, figure]),
    space,
  );
  return [...(figures.length === 1 ? figures : [all]), ...galleryCaption(node)];
};

/** `<div class="wp-block-image">` adds nothing to the figure in it. */
const loneFigure: Rule = (node) => {
  if (!hasClass(node, 'wp-block-image') || node.tagName !== 'div') return null;
  return node.children;
};

/** The picture behind the text of a cover is in its style, which the sanitiser removes. */
const coverPicture: Rule = (node) => {
  const style = String(node.properties.style ?? '');
  const address = /background-image:\s*url\(\s*["']?([^"')]+)/i.exec(style)?.[1];
  if (
    !address ||
    !/^wp-block-cover/.test(String(node.properties.className ?? '').replace(/,.*/, ''))
  )
    return null;
  const picture = h('figure', h('img', { src: address, alt: '' }));
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

/** The box around a frame or link only keeps its shape. */
const embedBox: Rule = (node) => (hasClass(node, 'wp-block-embed__wrapper') ? node.children : null);

/** A frame needs no paragraph around it. */
const frameParagraph: Rule = (node) => {
  const shown = node.children.filter((child) => !isBlank(child));
  const isFrame =
    node.tagName === 'p' && shown.length === 1 && shown.some((child) => isElement(child, 'iframe'));
  return isFrame ? shown : null;
};

function withoutSize(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return readSize(path)?.original ?? path;
}

/** The link leads to the picture in full size, which a click shows here anyway. */
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

/** Removes addresses of other sizes, which are made here, and of pages of the old blog. */
function dropOtherAddresses({ tagName, properties }: Element): void {
  if (tagName !== 'img') return;
  for (const name of Object.keys(properties))
    if (name === 'srcSet' || name === 'sizes' || name.startsWith('data')) delete properties[name];
}

/** Browsers still show these tags, but the sanitiser does not know them. */
const RENAMED: Readonly<Record<string, string>> = { strike: 's', tt: 'code', acronym: 'abbr' };

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

/** The marks of blocks leave blank lines between them. */
function tidySpace(node: RootContent): void {
  if (node.type === 'text' && /^[ \t\f]*\n\s*$/.test(node.value)) node.value = '\n';
}

const MAX_ARGUMENTS = 10_000;

/** Turns what depends on the styles of WordPress into plain HTML. */
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
      children.splice(index, takesSpace ? 2 : 1);
      // A call cannot have a hundred thousand arguments.
      for (let done = 0; done < replacement.length; done += MAX_ARGUMENTS)
        children.splice(index + done, 0, ...replacement.slice(done, done + MAX_ARGUMENTS));
      // The replacement is visited next.
      index -= 1;
    } else tidyBlocks(child, attachments);
  }
}
