import { escapeAttribute } from '@longhand/contract/posts/search';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseWithLocations } from '../../rendering/html-tree.ts';

function indexOf(srcset: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(srcset)?.index ?? srcset.length;
}

/** Yields the positions of the addresses: each ends before a space, without commas at its end. */
function* addressesIn(srcset: string) {
  for (let at = 0; ; ) {
    const start = indexOf(srcset, /[^\s,]/g, at);
    if (start === srcset.length) return;
    const space = indexOf(srcset, /\s/g, start);
    let end = space;
    while (srcset[end - 1] === ',') end -= 1;
    yield { start, end };
    // Without a comma, a descriptor follows, which ends with one.
    at = end === space ? indexOf(srcset, /,/g, space) : space;
  }
}

/** An address for which `replace` returns undefined stays as it is. */
export async function rewriteSrcset(
  srcset: string,
  replace: (address: string) => Promise<string | undefined>,
): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of addressesIn(srcset)) {
    const address = srcset.slice(start, end);
    parts.push(srcset.slice(at, start), (await replace(address)) ?? address);
    at = end;
  }
  return parts.join('') + srcset.slice(at);
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const TAGS_WITH_ADDRESSES = new Set(['a', 'area', 'audio', 'img', 'source', 'track', 'video']);

export type Attributes = Readonly<Record<string, string>>;

/** Maps names to new values; null removes the attribute. */
export type Changes = Readonly<Record<string, string | null>>;

type ChangeElement = (tag: string, attributes: Attributes) => Promise<Changes>;

type Edit = { readonly start: number; readonly end: number; readonly text: string };

function* elementsIn(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    if (TAGS_WITH_ADDRESSES.has(node.tagName)) yield node;
    yield* elementsIn('content' in node ? node.content.childNodes : node.childNodes);
  }
}

/** Keeps the name and the quotes as written. */
function writeAttribute(written: string, value: string): string {
  const [, name = '', quote = ''] = /^([^=]*=\s*)(['"]?)/.exec(written) ?? [];
  const escaped = escapeAttribute(value);
  if (quote === "'") return `${name}'${escaped.replaceAll("'", '&#39;')}'`;
  return `${name}"${escaped}"`;
}

function toEdit(html: string, element: Element, name: string, value: string | null): Edit[] {
  const location = element.sourceCodeLocation?.attrs?.[name];
  if (!location) return [];
  const { startOffset: start, endOffset: end } = location;
  if (value !== null) return [{ start, end, text: writeAttribute(html.slice(start, end), value) }];
  return [{ start: html.slice(0, start).trimEnd().length, end, text: '' }];
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  let [written, from] = ['', 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    // The parser repeats elements that are not closed in order.
    if (start < from) continue;
    written += html.slice(from, start) + text;
    from = end;
  }
  return written + html.slice(from);
}

function attributesOf({ attrs }: Element): Attributes {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

/** Changes only attributes that `change` returns; all other characters stay as they are. */
export async function rewriteHtml(html: string, change: ChangeElement): Promise<string> {
  if (!/<(?:a|area|audio|img|source|track|video)\b/i.test(html)) return html;
  const elements = [...elementsIn(parseWithLocations(html).fragment.childNodes)];
  // All run at once, because pictures may come over the network.
  const edits = await Promise.all(
    elements.map(async (element) => {
      const changes = Object.entries(await change(element.tagName, attributesOf(element)));
      return changes.flatMap(([name, value]) => toEdit(html, element, name, value));
    }),
  );
  return applyEdits(html, edits.flat());
}
