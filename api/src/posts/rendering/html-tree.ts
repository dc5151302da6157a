import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { toHtml } from 'hast-util-to-html';
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5';
import { visit } from 'unist-util-visit';

/** Far deeper than anybody writes. */
const MAX_DEPTH = 200;
/** An unclosed `<b>` is opened again in every paragraph after it: a page of them would never end. */
const MAX_OPENED_PER_TAG = 8;

export class NestedTooDeeplyError extends Error {}

/** Gives up on hostile input before it has taken time or memory. */
function boundedAdapter(html: string): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let left = MAX_OPENED_PER_TAG * (html.split('<').length + MAX_DEPTH);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      left -= 1;
      if (open.size > MAX_DEPTH || left < 0) throw new NestedTooDeeplyError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}

/** HTML the way a browser reads it. Throws a `NestedTooDeeplyError`. */
export function parseHtml(html: string): Root {
  const fragment = parseFragment(html, { treeAdapter: boundedAdapter(html) });
  const tree = fromParse5(fragment as never) as Root;
  visit(tree, { tagName: 'pre' }, ({ children: [first] }) => {
    // A parser drops the first line break of a `pre`, so one that is to stay is written twice.
    if (first?.type === 'text' && first.value.startsWith('\n')) first.value = `\n${first.value}`;
  });
  return tree;
}

export function writeHtml(tree: Root): string {
  return toHtml(tree, {
    closeSelfClosing: true,
    characterReferences: { useNamedReferences: true },
  });
}
