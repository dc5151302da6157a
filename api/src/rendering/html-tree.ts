import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { toHtml } from 'hast-util-to-html';
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5';
import { elementsIn } from './elements.ts';

/** Returns the HTML unchanged if it is nested too deeply to be parsed. */
export function editHtml(html: string, change: (tree: Root) => void): string {
  try {
    const tree = parseHtml(html);
    change(tree);
    return toHtml(tree);
  } catch (error) {
    if (error instanceof UnrenderableError) return html;
    throw error;
  }
}

const MAX_DEPTH = 200;
/** An unclosed `<b>` is reopened in each later paragraph, so many of them would be quadratic. */
const MAX_OPENED_PER_TAG = 8;

/** The message says what is wrong with the content. */
export class UnrenderableError extends Error {}

export class NestedTooDeeplyError extends UnrenderableError {
  constructor() {
    super('nests its tags too deeply');
  }
}

/** Stops hostile input before it takes much time or memory. */
function boundedAdapter(html: string): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let remaining = MAX_OPENED_PER_TAG * (html.split('<').length + MAX_DEPTH);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      remaining -= 1;
      if (open.size > MAX_DEPTH || remaining < 0) throw new NestedTooDeeplyError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}

export type ParsedHtml = {
  readonly fragment: DefaultTreeAdapterTypes.DocumentFragment;
  readonly errors: ReadonlySet<string>;
};
export type Inspect = (parsed: ParsedHtml) => void;

/** Throws a `NestedTooDeeplyError`. */
export function parseWithLocations(html: string): ParsedHtml {
  const errors = new Set<string>();
  const fragment = parseFragment(html, {
    treeAdapter: boundedAdapter(html),
    sourceCodeLocationInfo: true,
    onParseError: ({ code }) => errors.add(code),
  });
  return { fragment, errors };
}

function parseAndInspect(html: string, inspect: Inspect) {
  const parsed = parseWithLocations(html);
  inspect(parsed);
  return parsed.fragment;
}

/** Parses like a browser. Throws a `NestedTooDeeplyError`. */
export function parseHtml(html: string, inspect?: Inspect): Root {
  const fragment = inspect
    ? parseAndInspect(html, inspect)
    : parseFragment(html, { treeAdapter: boundedAdapter(html) });
  const tree = fromParse5(fragment as never) as Root;
  if (!/<pre/i.test(html)) return tree;
  for (const { children } of elementsIn(tree, 'pre')) {
    const [first] = children;
    // Parsers drop the first line break of a `pre`: one that must stay is written twice.
    if (first?.type === 'text' && first.value.startsWith('\n')) first.value = `\n${first.value}`;
  }
  return tree;
}

export function writeHtml(tree: Root): string {
  return toHtml(tree, {
    closeSelfClosing: true,
    characterReferences: { useNamedReferences: true },
  });
}
