import { type ChildNode, type ElementNode, isElement, isText } from '../../document/parse-html.ts';
import { attribute, classesOf, textOf } from './parse-pasted.ts';

/** A link within what was pasted. */
type Link = {
  readonly element: ElementNode;
  /** The name that it leads to. */
  readonly target: string;
  /** The names of it and of what is around it, from inside. */
  readonly names: readonly { readonly name: string; readonly owner: ElementNode }[];
};

export type PastedReference = {
  /** Of its note, from 0. */
  readonly index: number;
  /** Whether it is the first to this note. */
  readonly isFirst: boolean;
};

export type PastedFootnotes = {
  /** All else. */
  readonly content: readonly ChildNode[];
  /** By their links. */
  readonly references: ReadonlyMap<ElementNode, PastedReference>;
  /** The content of each note. */
  readonly notes: readonly (readonly ChildNode[])[];
};

const MARKER = /^\s*[[(]?(?:\d{1,4}|[a-z]{1,4}|[*†‡§¶]{1,4})[\])]?\s*$/i;
const MAX_MARKER = 20;

function isMarker(element: ElementNode): boolean {
  const text = textOf(element);
  return text.length < MAX_MARKER && MARKER.test(text);
}

function parentOf({ parentNode }: ElementNode): ElementNode | null {
  return parentNode && 'tagName' in parentNode ? parentNode : null;
}

function withAncestors(element: ElementNode): ElementNode[] {
  const all = [element];
  for (let next = parentOf(element); next; next = parentOf(next)) all.push(next);
  return all;
}

/** Word calls the same note `ftn1` and `_ftn1`. */
function plainName(name: string): string {
  return name.replace(/^_/, '');
}

function namesOf(element: ElementNode): string[] {
  const names = [attribute(element, 'id'), attribute(element, 'name')].map(plainName);
  return names.filter((name, index) => name !== '' && names.indexOf(name) === index);
}

/** The part behind the hash, also of an address of the whole page. */
function fragmentOf(element: ElementNode): string {
  return plainName(/#([^#]+)$/.exec(attribute(element, 'href'))?.[1] ?? '');
}

/** In the order of the text. */
function linksIn(nodes: readonly ChildNode[]): Link[] {
  const links: Link[] = [];
  const visit = (node: ChildNode): void => {
    if (!isElement(node)) return;
    const target = node.tagName === 'a' ? fragmentOf(node) : '';
    if (target !== '') {
      const around = [...node.childNodes.filter(isElement), ...withAncestors(node)];
      const names = around.flatMap((owner) => namesOf(owner).map((name) => ({ name, owner })));
      links.push({ element: node, target, names });
    }
    node.childNodes.forEach(visit);
  };
  nodes.forEach(visit);
  return links;
}

/** A link back from a note, and the element with the name that references lead to. */
type BackLink = { readonly link: Link; readonly target: string; readonly owner: ElementNode };

/** What leads back to a link before it that has led there. */
function backLinksOf(links: readonly Link[]): BackLink[] {
  const before = new Map<string, Link>();
  return links.flatMap((link) => {
    const reference = before.get(link.target);
    const owner = link.names.find(({ name }) => name === reference?.target)?.owner;
    if (reference && owner && isMarker(reference.element))
      return [{ link, target: reference.target, owner }];
    for (const { name } of link.names) before.set(name, link);
    return [];
  });
}

const BLOCKS = new Set(['p', 'li', 'div', 'dd', 'aside', 'section', 'td']);
const AROUND_PARAGRAPHS = new Set(['li', 'div', 'dd', 'aside']);

/** The block with a note: around its first paragraph, if no other note is in there. */
function noteAround(owner: ElementNode, notesIn: ReadonlyMap<ElementNode, number>): ElementNode {
  const block = withAncestors(owner).find(({ tagName }) => BLOCKS.has(tagName)) ?? owner;
  const parent = parentOf(block);
  if (block.tagName !== 'p' || !parent || !AROUND_PARAGRAPHS.has(parent.tagName)) return block;
  const isFirst = parent.childNodes.find(isElement) === block;
  return isFirst && notesIn.get(parent) === 1 ? parent : block;
}

/** How many notes are in an element. */
function countNotes(backLinks: readonly BackLink[]): Map<ElementNode, number> {
  const counts = new Map<ElementNode, number>();
  for (const owner of new Set(backLinks.map((each) => each.owner)))
    for (const element of withAncestors(owner)) counts.set(element, (counts.get(element) ?? 0) + 1);
  return counts;
}

const WRAPPERS = new Set(['ol', 'ul', 'dl', 'div', 'section', 'aside', 'footer']);
const LINES = new Set(['hr', 'br']);

/** Whether nothing is left of a list of notes but a line, or its own heading. */
function isLeftOver(element: ElementNode, content: readonly ChildNode[]): boolean {
  if (!WRAPPERS.has(element.tagName)) return false;
  const isOfNotes = classesOf(element).some((name) => /footnote|endnote/i.test(name));
  return content.every((node) => {
    if (isText(node)) return node.value.trim() === '';
    if (!isElement(node)) return true;
    return LINES.has(node.tagName) || (isOfNotes && /^h[1-6]$/.test(node.tagName));
  });
}

/** Removes elements, what is empty without them, and a line before them. */
function remove(nodes: readonly ChildNode[], removed: ReadonlySet<ChildNode>): ChildNode[] {
  const kept: ChildNode[] = [];
  for (const node of nodes) {
    const isGone = removed.has(node) || (isElement(node) && !keep(node, removed));
    if (!isGone) kept.push(node);
    else if (isElement(node) && node.tagName !== 'a') dropLine(kept);
  }
  return kept;
}

function keep(element: ElementNode, removed: ReadonlySet<ChildNode>): boolean {
  const before = element.childNodes;
  const content = remove(before, removed);
  if (content.length === before.length) return true;
  element.childNodes = content;
  return !isLeftOver(element, content);
}

function dropLine(kept: ChildNode[]): void {
  const at = kept.findLastIndex((node) => !isText(node) || node.value.trim() !== '');
  if (kept[at]?.nodeName === 'hr') kept.splice(at, 1);
}

/**
 * Takes footnotes out of what was pasted. Programs and pages name them differently, but all of them lead
 * from a number to a note and back.
 */
export function takeFootnotes(nodes: readonly ChildNode[]): PastedFootnotes {
  const links = linksIn(nodes);
  const backLinks = backLinksOf(links);
  if (backLinks.length === 0) return { content: nodes, references: new Map(), notes: [] };
  const notesIn = countNotes(backLinks);
  const blocks = new Map(
    backLinks.map(({ target, owner }) => [target, noteAround(owner, notesIn)] as const),
  );
  const back = new Set(backLinks.map(({ link }) => link.element));
  const order = new Map<string, number>();
  const references = new Map<ElementNode, PastedReference>();
  for (const { element, target } of links) {
    if (back.has(element) || !blocks.has(target) || !isMarker(element)) continue;
    const known = order.get(target);
    const index = known ?? order.size;
    order.set(target, index);
    references.set(element, { index, isFirst: known === undefined });
  }
  const notes = [...order.keys()].map((target) => blocks.get(target) as ElementNode);
  const content = remove(nodes, new Set<ChildNode>(notes));
  return { content, references, notes: notes.map((note) => remove(note.childNodes, back)) };
}
