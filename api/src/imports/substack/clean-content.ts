import type { Element, ElementContent } from 'hast';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { editHtml } from '../html/edit-html.ts';
import { addressIn, element, hasClass, textNode } from '../html/elements.ts';
import { captionIn, figure, gallery, link, plainPicture, replaceFrames } from '../html/figures.ts';
import { replaceFootnotes } from './footnotes.ts';

/** Forms, buttons and boxes that mean something on Substack only. */
const WIDGETS = [
  ...[
    'subscription-widget-wrap',
    'subscription-widget-wrap-editor',
    'subscribe-widget',
    'captioned-button-wrap',
  ],
  ...['paywall-jump', 'community-chat', 'install-substack-app-embed', 'header-anchor-parent'],
  ...['image-link-expand', 'poll-embed', 'directMessage', 'sponsorship-campaign-embed'],
];
/** Boxes that show another page. */
const EMBEDS = [
  ...['tweet', 'embedded-post-wrap', 'digest-post-embed', 'embedded-publication-wrap', 'comment'],
  ...[
    'spotify-wrap',
    'soundcloud-wrap',
    'instagram',
    'tiktok-wrap',
    'apple-podcast-container',
    'file-embed-wrapper',
  ],
];
const OWN_BUTTON = /%%|\/subscribe\b|[?&]action=share|\/comments\b/;

type Data = { readonly [name: string]: unknown };

/** What Substack’s own editor knows of a box, as JSON. */
function dataOf(node: Element): Data {
  try {
    const data: unknown = JSON.parse(String(node.properties.dataAttrs ?? '{}'));
    return typeof data === 'object' && data !== null ? (data as Data) : {};
  } catch {
    return {};
  }
}

/** The picture itself, not the one that a service of Substack makes smaller. */
export function originalPicture(address: string): string {
  const [, encoded] =
    /^https:\/\/substackcdn\.com\/image\/fetch\/.*\/(https?%3A%2F%2F[^/]+)$/i.exec(address) ?? [];
  try {
    return encoded === undefined ? address : decodeURIComponent(encoded);
  } catch {
    return address;
  }
}

function picture(image: Element): Element {
  const plain = plainPicture(image);
  return element('img', { ...plain.properties, src: originalPicture(addressIn(image, 'src')) });
}

function galleryOf(node: Element): ElementContent[] {
  const { gallery: data } = dataOf(node) as { gallery?: { images?: unknown; caption?: unknown } };
  const images = Array.isArray(data?.images) ? data.images : [];
  const sources = images.map((image) => String((image as Data | null)?.src ?? ''));
  const pictures = sources
    .filter((src) => /^https?:/.test(src))
    .map((src) => element('img', { src: originalPicture(src), alt: '' }));
  const caption = typeof data?.caption === 'string' ? data.caption : '';
  return gallery(pictures, caption === '' ? [] : [textNode(caption)]);
}

function embedOf(node: Element): ElementContent[] | undefined {
  const { url, title } = dataOf(node);
  const address =
    typeof url === 'string' ? url : addressIn(elementsIn(node, 'a')[0] ?? node, 'href');
  if (!/^https?:/.test(address)) return undefined;
  return [
    element('p', {}, [link(address, typeof title === 'string' && title !== '' ? title : address)]),
  ];
}

function buttonOf(node: Element): ElementContent[] | undefined {
  const [button] = elementsIn(node, 'a');
  return button && !OWN_BUTTON.test(addressIn(button, 'href')) ? [element('p', {}, [button])] : [];
}

function replacement(node: Element): ElementContent[] | undefined {
  const has = (name: string) => hasClass(node, name);
  if (WIDGETS.some(has)) return [];
  if (has('button-wrapper')) return buttonOf(node);
  if (has('image-gallery-embed')) return galleryOf(node);
  if (EMBEDS.some(has)) return embedOf(node);
  if (has('captioned-image-container') || node.tagName === 'figure') {
    const [image] = elementsIn(node, 'img');
    return image && [figure(picture(image), captionIn(node))];
  }
  if (has('pullquote')) return [element('blockquote', { className: ['pull'] }, node.children)];
  return undefined;
}

/** What is in boxes, and in boxes in them. */
function unboxed(node: ElementContent): ElementContent[] {
  return node.type === 'element' && node.tagName === 'div'
    ? node.children.flatMap(unboxed)
    : [node];
}

const OWN_CLASSES = new Set(['footnote-ref', 'footnotes', 'pull']);

function dropAttributes(node: Element): void {
  const { className, dataAttrs: _, dataComponentName: __, ...properties } = node.properties;
  const classes = Array.isArray(className)
    ? className.filter((name) => OWN_CLASSES.has(`${name}`))
    : [];
  node.properties = { ...properties, ...(classes.length > 0 && { className: classes }) };
}

export function cleanContent(html: string): string {
  return editHtml(html, (tree) => {
    replaceFootnotes(tree);
    replaceElements(tree, replacement);
    replaceFrames(tree);
    replaceElements(tree, (node) => (node.tagName === 'div' ? unboxed(node) : undefined));
    for (const node of elementsIn(tree)) dropAttributes(node);
  }).trim();
}
