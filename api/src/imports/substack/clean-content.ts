import { decoded } from '@longhand/contract/text/decoded';
import type { Element, ElementContent, Root } from 'hast';
import { h } from 'hastscript';
import {
  addressIn,
  elementsIn,
  findByClass,
  hasClass,
  isElement,
  replaceElements,
} from '../../rendering/elements.ts';
import { editHtml } from '../../rendering/html-tree.ts';
import {
  captionIn,
  figure,
  gallery,
  link,
  plainPicture,
  replaceFrames,
} from '../content/figures.ts';
import {
  footnoteBackLink,
  footnoteItem,
  footnoteReference,
  footnoteSection,
} from '../content/footnotes.ts';

/** These forms, buttons and boxes only work on Substack. */
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

/** Substack's editor stores the data of a box as JSON. */
function dataOf(node: Element): Data {
  try {
    const data: unknown = JSON.parse(String(node.properties.dataAttrs ?? '{}'));
    return typeof data === 'object' && data !== null ? (data as Data) : {};
  } catch {
    return {};
  }
}

/** Substack's CDN serves smaller copies; this is the original. */
function originalPicture(address: string): string {
  const [, encoded] =
    /^https:\/\/substackcdn\.com\/image\/fetch\/.*\/(https?%3A%2F%2F[^/]+)$/i.exec(address) ?? [];
  const original = decoded(encoded ?? '');
  return /^https?:\/\//i.test(original) ? original : address;
}

function galleryOf(node: Element): ElementContent[] {
  const { gallery: data } = dataOf(node) as { gallery?: { images?: unknown; caption?: unknown } };
  const images = Array.isArray(data?.images) ? data.images : [];
  const sources = images.map((image) => String((image as Data | null)?.src ?? ''));
  const pictures = sources
    .filter((src) => /^https?:/.test(src))
    .map((src) => h('img', { src: originalPicture(src), alt: '' }));
  const caption = typeof data?.caption === 'string' ? data.caption : '';
  return gallery(pictures, caption === '' ? [] : [{ type: 'text', value: caption }]);
}

function embedOf(node: Element): ElementContent[] | undefined {
  const { url, title } = dataOf(node);
  const address =
    typeof url === 'string' ? url : addressIn(elementsIn(node, 'a')[0] ?? node, 'href');
  if (!/^https?:/.test(address)) return undefined;
  return [h('p', link(address, typeof title === 'string' && title !== '' ? title : address))];
}

function buttonOf(node: Element): ElementContent[] | undefined {
  const [button] = elementsIn(node, 'a');
  return button && !OWN_BUTTON.test(addressIn(button, 'href')) ? [h('p', button)] : [];
}

function replacement(node: Element): ElementContent[] | undefined {
  const has = (name: string) => hasClass(node, name);
  if (WIDGETS.some(has)) return [];
  if (has('button-wrapper')) return buttonOf(node);
  if (has('image-gallery-embed')) return galleryOf(node);
  if (EMBEDS.some(has)) return embedOf(node);
  if (has('captioned-image-container') || node.tagName === 'figure') {
    const [image] = elementsIn(node, 'img');
    return (
      image && [
        figure(plainPicture(image, originalPicture(addressIn(image, 'src'))), captionIn(node)),
      ]
    );
  }
  if (has('pullquote')) return [h('blockquote.pull', node.children)];
  return undefined;
}

function numberIn(link: Element | undefined): string | undefined {
  return /-(\d+)$/.exec(addressIn(link, 'href'))?.[1];
}

function noteOf(note: Element): Element | undefined {
  const number = numberIn(findByClass(note, 'footnote-number'));
  if (number === undefined) return undefined;
  const children = findByClass(note, 'footnote-content')?.children ?? [];
  const back = footnoteBackLink(number);
  const last = children.findLast((child) => isElement(child, 'p'));
  if (last) last.children.push({ type: 'text', value: ' ' }, back);
  else children.push(h('p', back));
  return footnoteItem(number, children);
}

/** Collects the notes, which are anywhere in the text, in one list at its end. */
function replaceFootnotes(tree: Root): void {
  const notes: Element[] = [];
  replaceElements(tree, (node) => {
    const number = hasClass(node, 'footnote-anchor') ? numberIn(node) : undefined;
    if (number !== undefined) return [footnoteReference(number, node.children)];
    const note = hasClass(node, 'footnote') ? noteOf(node) : undefined;
    if (note) notes.push(note);
    return note && [];
  });
  if (notes.length > 0) tree.children.push(footnoteSection(h('ol', notes)));
}

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
