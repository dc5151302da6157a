import {
  attribute,
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
} from '../../document/parse-html.ts';
import { classesOf, textOf } from './parse-pasted.ts';

type Link = {
  readonly element: ElementNode;
  readonly target: string;
  /** The names of the link and of the elements around it, innermost first. */
  readonly names: readonly { readonly name: string; readonly owner: ElementNode }[];
};

export type PastedReference = {
  readonly noteIndex: number;
  readonly isFirst: boolean;
};

type PastedFootnotes = {
  readonly content: readonly ChildNode[];
  readonly referenceByLink: ReadonlyMap<ElementNode, PastedReference>;
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

/** The part after the hash, also of a link with the address of the whole page. */
function fragmentOf(element: ElementNode): string {
  return plainName(/#([^#]+)$/.exec(attribute(element, 'href'))?.[1] ?? '');
}

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

/** A link from a note to its reference, and the element with the name that references link to. */
type BackLink = { readonly link: Link; readonly target: string; readonly owner: ElementNode };

/** Finds links to an earlier link that links to them. */
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

/** The block of a note: what is around its first paragraph, if no other note is in there. */
function noteAround(owner: ElementNode, notesIn: ReadonlyMap<ElementNode, number>): ElementNode {
  const block = withAncestors(owner).find(({ tagName }) => BLOCKS.has(tagName)) ?? owner;
  const parent = parentOf(block);
  if (block.tagName !== 'p' || !parent || !AROUND_PARAGRAPHS.has(parent.tagName)) return block;
  const isFirst = parent.childNodes.find(isElement) === block;
  return isFirst && notesIn.get(parent) === 1 ? parent : block;
}

function countNotes(backLinks: readonly BackLink[]): Map<ElementNode, number> {
  const counts = new Map<ElementNode, number>();
  for (const owner of new Set(backLinks.map((each) => each.owner)))
    for (const element of withAncestors(owner)) counts.set(element, (counts.get(element) ?? 0) + 1);
  return counts;
}

const WRAPPERS = new Set(['ol', 'ul', 'dl', 'div', 'section', 'aside', 'footer']);
const LINES = new Set(['hr', 'br']);

/** True if only a line or its own heading is left of a list of notes. */
function isLeftOver(element: ElementNode, content: readonly ChildNode[]): boolean {
  if (!WRAPPERS.has(element.tagName)) return false;
  const isOfNotes = classesOf(element).some((name) => /footnote|endnote/i.test(name));
  return content.every((node) => {
    if (isText(node)) return node.value.trim() === '';
    if (!isElement(node)) return true;
    return LINES.has(node.tagName) || (isOfNotes && /^h[1-6]$/.test(node.tagName));
  });
}

/** Also removes elements that become empty, and a rule before them. */
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
 * Programs and pages name footnotes differently, but all of them link from a number to a note and
 * back.
 */
export function takeFootnotes(nodes: readonly ChildNode[]): PastedFootnotes {
  const links = linksIn(nodes);
  const backLinks = backLinksOf(links);
  if (backLinks.length === 0) return { content: nodes, referenceByLink: new Map(), notes: [] };
  const notesIn = countNotes(backLinks);
  const blocks = new Map(
    backLinks.map(({ target, owner }) => [target, noteAround(owner, notesIn)] as const),
  );
  const back = new Set(backLinks.map(({ link }) => link.element));
  const order = new Map<string, number>();
  const referenceByLink = new Map<ElementNode, PastedReference>();
  for (const { element, target } of links) {
    if (back.has(element) || !blocks.has(target) || !isMarker(element)) continue;
    const known = order.get(target);
    const index = known ?? order.size;
    order.set(target, index);
    referenceByLink.set(element, { noteIndex: index, isFirst: known === undefined });
  }
  const notes = [...order.keys()].map((target) => blocks.get(target) as ElementNode);
  const content = remove(nodes, new Set<ChildNode>(notes));
  return { content, referenceByLink, notes: notes.map((note) => remove(note.childNodes, back)) };
}
