import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { elementsIn } from '../../posts/rendering/elements.ts';
import { element, isElement, textNode } from '../html/elements.ts';
import { writeFootnotes } from './footnotes.ts';
import { refuseIntricate } from './intricate-text.ts';

/** The box of a task as a sign: a text here has no form fields. */
function changeTask(item: Element): void {
  const first = item.children.find((child) => isElement(child, 'p')) as Element | undefined;
  const parent = first ?? item;
  const at = parent.children.findIndex((child) => isElement(child, 'input'));
  if (at === -1) return;
  const box = parent.children[at] as Element;
  parent.children[at] = textNode(box.properties.checked ? '☑' : '☐');
  delete item.properties.className;
}

const CALLOUT = /^\[!(\w{1,30})\][-+]?[ \t]*([^\n]*)\n?/;

/** `> [!note] Title`, as in Obsidian and on GitHub. */
function changeCallout(quote: Element): void {
  const first = quote.children.find((child) => isElement(child, 'p')) as Element | undefined;
  const start = first?.children[0];
  if (!first || start?.type !== 'text') return;
  const [marker, kind = '', title = ''] = CALLOUT.exec(start.value) ?? [];
  if (marker === undefined) return;
  start.value = start.value.slice(marker.length);
  const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  const heading = element('p', {}, [element('strong', {}, [textNode(name)])]);
  quote.tagName = 'aside';
  quote.properties = { className: ['note'] };
  const isEmpty = first.children.length === 1 && start.value.trim() === '';
  quote.children = [heading, ...quote.children.filter((child) => !(isEmpty && child === first))];
}

/** Attributes of kramdown, like `{: .wide}` and `{#name}`, which would be read as text. */
function dropAttributeLists(tree: Root): void {
  for (const parent of [tree, ...elementsIn(tree)])
    for (const node of isElement(parent, 'code') ? [] : parent.children)
      if (node.type === 'text') node.value = node.value.replace(/\s*\{:[^{}\n]{0,200}\}/g, '');
}

function changeHeading(heading: Element): void {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return;
  const [list, id] = /\s*\{:?\s*#([\w:.-]{1,100})[^{}]{0,100}\}\s*$/.exec(last.value) ?? [];
  if (list === undefined) return;
  last.value = last.value.slice(0, -list.length);
  heading.properties.id = id;
}

function changeElement(node: Element): void {
  if (/^h[1-6]$/.test(node.tagName)) changeHeading(node);
  else if (node.tagName === 'li') changeTask(node);
  else if (node.tagName === 'blockquote') changeCallout(node);
  else if (node.tagName === 'ul' || node.tagName === 'ol') delete node.properties.className;
}

/** CommonMark with GitHub’s tables, footnotes, tasks and links; HTML in it stays. */
export function markdownToHtml(text: string, hasAttributeLists: boolean): string {
  refuseIntricate(text);
  const markdown = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const tree = toHast(markdown, { allowDangerousHtml: true, clobberPrefix: '' }) as Root;
  for (const node of elementsIn(tree)) changeElement(node);
  if (hasAttributeLists) dropAttributeLists(tree);
  writeFootnotes(tree);
  return toHtml(tree, { allowDangerousHtml: true });
}
