import { isInlineNode } from './inline-from-html.ts';
import { type ChildNode, type ElementNode, isElement, isText } from './parse-html.ts';

type Part = { readonly text?: string; readonly leaf?: string; readonly marks: readonly string[] };

function openingOf({ tagName, attrs }: ElementNode): string {
  const sorted = attrs.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort();
  return [tagName, ...sorted].join(' ');
}

/** An element without content is its own part. */
function partsOf(nodes: readonly ChildNode[], marks: readonly string[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (isText(node)) return [{ text: node.value.replace(/[ \t\r\n\f]+/g, ' '), marks }];
    if (!isElement(node)) return [{ leaf: node.nodeName, marks }];
    const opening = openingOf(node);
    const inner = partsOf(node.childNodes, [...marks, opening]);
    return inner.length > 0 ? inner : [{ leaf: opening, marks }];
  });
}

function isLineBreak(part: Part | undefined): boolean {
  return part?.leaf !== undefined && /^br\b/.test(part.leaf);
}

/** Removes spaces that browsers do not show: repeated ones, at the edges, and beside line breaks. */
function collapseSpaces(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  const endsWithSpace = () => {
    const last = kept.at(-1);
    return last === undefined || isLineBreak(last) || last.text?.endsWith(' ');
  };
  const trimEnd = () => {
    const last = kept.at(-1);
    if (last?.text?.endsWith(' ')) kept.splice(-1, 1, { ...last, text: last.text.slice(0, -1) });
  };
  for (const part of parts) {
    if (isLineBreak(part)) trimEnd();
    const text = endsWithSpace() ? part.text?.replace(/^ /, '') : part.text;
    if (text !== '') kept.push({ ...part, ...(text !== undefined && { text }) });
  }
  trimEnd();
  return kept;
}

/** The order in which elements are nested around a text does not change its meaning. */
function inlineForm(nodes: readonly ChildNode[]): string {
  const joined: string[] = [];
  let lastMarks = '';
  for (const { text, leaf, marks } of collapseSpaces(partsOf(nodes, []))) {
    if (text === '') continue;
    const sorted = JSON.stringify(marks.toSorted());
    if (sorted !== lastMarks) joined.push(sorted);
    lastMarks = sorted;
    joined.push(leaf === undefined ? JSON.stringify(text).slice(1, -1) : `<${leaf}>`);
  }
  return joined.join('');
}

function blockForm(element: ElementNode): string {
  if (element.tagName === 'pre') return `<${openingOf(element)}>${codeForm(element.childNodes)}</>`;
  if (isEmptyCaption(element)) return '';
  return `<${openingOf(element)}>${contentForm(element.childNodes)}</>`;
}

function codeForm(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => {
      if (isText(node)) return JSON.stringify(node.value);
      if (!isElement(node)) return node.nodeName;
      return `<${openingOf(node)}>${codeForm(node.childNodes)}</>`;
    })
    .join('');
}

/** The renderer drops empty captions. */
function isEmptyCaption({ tagName, childNodes }: ElementNode): boolean {
  return tagName === 'figcaption' && childNodes.every((node) => isText(node) && !node.value.trim());
}

/** Returns the same string for HTML with the same elements and the same shown text. */
export function contentForm(nodes: readonly ChildNode[]): string {
  let form = '';
  let run: ChildNode[] = [];
  const flush = () => {
    const inline = inlineForm(run);
    if (inline !== '') form += `[${inline}]`;
    run = [];
  };
  for (const node of nodes) {
    if (isInlineNode(node)) run.push(node);
    else {
      flush();
      form += blockForm(node as ElementNode);
    }
  }
  flush();
  return form;
}
