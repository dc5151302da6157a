import { escapeAttribute } from '@longhand/contract/search';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseWithLocations } from '../../posts/rendering/html-tree.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Those that have addresses of pages, pictures or other files. */
const TAGS = new Set(['a', 'area', 'audio', 'img', 'source', 'track', 'video']);

/** Of an element, by name. */
export type Attributes = Readonly<Record<string, string>>;

/** New values by name; null removes the attribute. */
export type Changes = Readonly<Record<string, string | null>>;

export type ChangeElement = (tag: string, attributes: Attributes) => Promise<Changes>;

type Edit = { readonly start: number; readonly end: number; readonly text: string };

function* elementsIn(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    if (TAGS.has(node.tagName)) yield node;
    yield* elementsIn('content' in node ? node.content.childNodes : node.childNodes);
  }
}

/** Keeps the name and the quotes as they were written. */
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
  const space = /\s*$/.exec(html.slice(0, start))?.[0].length ?? 0;
  return [{ start: start - space, end, text: '' }];
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

/** Changes only the attributes that are named; all other characters stay as they are. */
export async function rewriteHtml(html: string, change: ChangeElement): Promise<string> {
  if (!/<(?:a|area|audio|img|source|track|video)\b/i.test(html)) return html;
  const elements = [...elementsIn(parseWithLocations(html).fragment.childNodes)];
  // At once: pictures may come over the network.
  const edits = await Promise.all(
    elements.map(async (element) => {
      const changes = Object.entries(await change(element.tagName, attributesOf(element)));
      return changes.flatMap(([name, value]) => toEdit(html, element, name, value));
    }),
  );
  return applyEdits(html, edits.flat());
}
