import type { Element, ElementContent, Root } from 'hast';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { addressIn, element, hasClass, isElement, textNode, withClass } from '../html/elements.ts';
import { captionIn, figure, gallery, link, plainPicture, replaceFrames } from '../html/figures.ts';
import { textIn } from '../html/plain-text.ts';

function galleryCard(card: Element): ElementContent[] {
  return gallery(elementsIn(card, 'img').map(plainPicture), captionIn(card));
}

function linkCard(card: Element, names: { title: string; description: string }) {
  const href = elementsIn(card, 'a').map((a) => addressIn(a, 'href'))[0] ?? '';
  if (href === '') return undefined;
  const title = textIn(withClass(card, names.title)) || href;
  const description = textIn(withClass(card, names.description));
  const more = description === '' ? [] : [element('br', {}), textNode(description)];
  return [element('p', {}, [link(href, title), ...more]), ...captionParagraph(card)];
}

function captionParagraph(card: Element): ElementContent[] {
  const caption = captionIn(card);
  return caption.length > 0 ? [element('p', {}, caption)] : [];
}

function playerCard(card: Element, tagName: 'video' | 'audio'): ElementContent[] | undefined {
  const player = elementsIn(card, tagName)[0];
  if (!player || addressIn(player, 'src') === '') return undefined;
  const { src } = player.properties;
  const title = textIn(withClass(card, 'kg-audio-title'));
  const caption = captionIn(card);
  const shown = caption.length > 0 || title === '' ? caption : [textNode(title)];
  return [figure(element(tagName, { src, controls: true }), shown)];
}

function toggleCard(card: Element): ElementContent[] | undefined {
  const content = withClass(card, 'kg-toggle-content');
  if (!content) return undefined;
  const summary = element('summary', {}, [
    textNode(textIn(withClass(card, 'kg-toggle-heading-text'))),
  ]);
  return [element('details', {}, [summary, ...content.children])];
}

function calloutCard(card: Element): ElementContent[] | undefined {
  const text = withClass(card, 'kg-callout-text');
  if (!text) return undefined;
  const emoji = textIn(withClass(card, 'kg-callout-emoji'));
  const lead = emoji === '' ? [] : [textNode(`${emoji} `)];
  return [
    element('aside', { className: ['note'] }, [element('p', {}, [...lead, ...text.children])]),
  ];
}

/** Cards whose HTML needs Ghost's own styles and scripts; a form to subscribe has no place here. */
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

/** The classes of Ghost mean nothing here, but those for the width of a picture. */
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
