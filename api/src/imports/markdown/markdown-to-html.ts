import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { elementsIn, isElement, replaceElements } from '../../rendering/elements.ts';
import { footnoteBackLink, footnoteReference, footnoteSection } from '../content/footnotes.ts';
import { textIn } from '../content/plain-text.ts';
import { refuseIntricate } from './intricate-text.ts';

/** The checkbox of a task becomes a character: texts here have no form fields. */
function changeTask(item: Element): void {
  const first = item.children.find((child) => isElement(child, 'p'));
  const parent = first ?? item;
  const box = parent.children.find((child) => isElement(child, 'input'));
  if (!box) return;
  Object.assign(box, { type: 'text', value: box.properties.checked ? '☑' : '☐' });
  delete item.properties.className;
}

const CALLOUT = /^\[!(\w{1,30})\][-+]?[ \t]*([^\n]*)\n?/;

/** Obsidian and GitHub have callouts like `> [!note] Title`. */
function changeCallout(quote: Element): void {
  const first = quote.children.find((child) => isElement(child, 'p'));
  const start = first?.children[0];
  if (!first || start?.type !== 'text') return;
  const [marker, kind = '', title = ''] = CALLOUT.exec(start.value) ?? [];
  if (marker === undefined) return;
  start.value = start.value.slice(marker.length);
  const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  const heading = h('p', h('strong', name));
  quote.tagName = 'aside';
  quote.properties = { className: ['note'] };
  const isEmpty = first.children.length === 1 && start.value.trim() === '';
  quote.children = [heading, ...quote.children.filter((child) => !(isEmpty && child === first))];
}

/** Attributes of kramdown, like `{: .wide}` and `{#name}`, would be read as text. */
function dropAttributeLists(tree: Root): void {
  for (const parent of [tree, ...elementsIn(tree)])
    for (const node of isElement(parent, 'code') ? [] : parent.children)
      if (node.type === 'text') node.value = withoutAttributeLists(node.value);
}

function withoutAttributeLists(text: string): string {
  const parts = text.split(/\{:[^{}\n]{0,200}\}/);
  const last = parts.pop() ?? '';
  return parts.map((part) => part.trimEnd()).join('') + last;
}

const HEADING_ID = /^\{:?\s*#([\w:.-]{1,100})(?![\w:.-])[^{}]{0,100}\}$/;

function changeHeading(heading: Element): void {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return;
  const start = last.value.lastIndexOf('{');
  const [, id] = HEADING_ID.exec(last.value.slice(start).trimEnd()) ?? [];
  if (start === -1 || id === undefined) return;
  last.value = last.value.slice(0, start).trimEnd();
  heading.properties.id = id;
}

function changeElement(node: Element): void {
  if (/^h[1-6]$/.test(node.tagName)) changeHeading(node);
  else if (node.tagName === 'li') changeTask(node);
  else if (node.tagName === 'blockquote') changeCallout(node);
  else if (node.tagName === 'ul' || node.tagName === 'ol') delete node.properties.className;
}

/** The parser marks references, notes and the links back by attributes, and numbers them. */
function replaceFootnotes(tree: Root): void {
  const referred = new Set<string>();
  replaceElements(tree, ({ tagName, children: [link] }) => {
    const isReference =
      tagName === 'sup' && isElement(link, 'a') && 'dataFootnoteRef' in link.properties;
    if (!isReference) return undefined;
    const number = textIn(link);
    const isFirst = !referred.has(number);
    referred.add(number);
    return [footnoteReference(number, link.children, isFirst)];
  });
  replaceElements(tree, (node) => {
    const list = 'dataFootnotes' in node.properties ? elementsIn(node, 'ol')[0] : undefined;
    if (!list) return undefined;
    const notes = list.children.filter((child) => isElement(child, 'li'));
    for (const [index, note] of notes.entries()) changeNote(note, String(index + 1));
    return [footnoteSection(list)];
  });
}

/** Keeps one link back, to the first reference. */
function changeNote(note: Element, number: string): void {
  note.properties = { id: `fn${number}` };
  let isFirst = true;
  replaceElements(note, ({ properties }) => {
    if (!('dataFootnoteBackref' in properties)) return undefined;
    const kept = isFirst ? [footnoteBackLink(number)] : [];
    isFirst = false;
    return kept;
  });
}

/** Reads CommonMark with GitHub's tables, footnotes, tasks and links; HTML in it stays. */
export function markdownToHtml(text: string, hasAttributeLists: boolean): string {
  refuseIntricate(text);
  const markdown = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const tree = toHast(markdown, { allowDangerousHtml: true, clobberPrefix: '' }) as Root;
  for (const node of elementsIn(tree)) changeElement(node);
  if (hasAttributeLists) dropAttributeLists(tree);
  replaceFootnotes(tree);
  return toHtml(tree, { allowDangerousHtml: true });
}
