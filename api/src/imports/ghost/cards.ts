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
import {
  captionIn,
  figure,
  gallery,
  link,
  plainPicture,
  replaceFrames,
} from '../content/figures.ts';
import { textIn } from '../content/plain-text.ts';

function galleryCard(card: Element): ElementContent[] {
  return gallery(
    elementsIn(card, 'img').map((image) => plainPicture(image)),
    captionIn(card),
  );
}

function linkCard(card: Element, names: { title: string; description: string }) {
  const href = addressIn(elementsIn(card, 'a')[0], 'href');
  if (href === '') return undefined;
  const title = textIn(findByClass(card, names.title)) || href;
  const description = textIn(findByClass(card, names.description));
  const more = description === '' ? [] : [h('br'), description];
  const caption = captionIn(card);
  return [h('p', link(href, title), ...more), ...(caption.length > 0 ? [h('p', caption)] : [])];
}

function playerCard(card: Element, tagName: 'video' | 'audio'): ElementContent[] | undefined {
  const player = elementsIn(card, tagName)[0];
  if (!player || addressIn(player, 'src') === '') return undefined;
  const { src } = player.properties;
  const title = textIn(findByClass(card, 'kg-audio-title'));
  const caption = captionIn(card);
  const shown =
    caption.length > 0 || title === '' ? caption : [{ type: 'text', value: title } as const];
  return [figure(h(tagName, { src, controls: true }), shown)];
}

function toggleCard(card: Element): ElementContent[] | undefined {
  const content = findByClass(card, 'kg-toggle-content');
  if (!content) return undefined;
  const summary = h('summary', textIn(findByClass(card, 'kg-toggle-heading-text')));
  return [h('details', summary, content.children)];
}

function calloutCard(card: Element): ElementContent[] | undefined {
  const text = findByClass(card, 'kg-callout-text');
  if (!text) return undefined;
  const emoji = textIn(findByClass(card, 'kg-callout-emoji'));
  return [h('aside.note', h('p', emoji === '' ? null : `${emoji} `, text.children))];
}

/** These cards need Ghost's own styles and scripts; forms to subscribe are removed. */
const CARDS: Readonly<Record<string, (card: Element) => ElementContent[] | undefined>> = {
  'kg-gallery-card': galleryCard,
  'kg-bookmark-card': (card) =>
    linkCard(card, { title: 'kg-bookmark-title', description: 'kg-bookmark-description' }),
  'kg-file-card': (card) =>
    linkCard(card, { title: 'kg-file-card-title', description: 'kg-file-card-caption' }),
  'kg-video-card': (card) => playerCard(card, 'video'),
  'kg-audio-card': (card) => playerCard(card, 'audio'),
  'kg-toggle-card': toggleCard,
  'kg-callout-card': calloutCard,
  'kg-signup-card': () => [],
};

const WIDTHS: Readonly<Record<string, string>> = {
  'kg-width-wide': 'wide',
  'kg-width-full': 'full',
};

/** Ghost's classes mean nothing here, except those for the width of a picture. */
function changeClasses(node: Element): void {
  const { className } = node.properties;
  if (!Array.isArray(className) || !className.some((name) => `${name}`.startsWith('kg-'))) return;
  const width = className.flatMap((name) => WIDTHS[`${name}`] ?? [])[0];
  if (width && isElement(node, 'figure')) node.properties.className = [width];
  else delete node.properties.className;
}

export function replaceCards(tree: Root): void {
  replaceElements(tree, (node) => {
    const name = Object.keys(CARDS).find((card) => hasClass(node, card));
    return name === undefined ? undefined : CARDS[name]?.(node);
  });
  replaceFrames(tree);
  for (const node of elementsIn(tree)) changeClasses(node);
}
