import { type DefaultTreeAdapterMap, defaultTreeAdapter, type TreeAdapter } from 'parse5';

/** The HTML would take too long. */
export class TooComplexError extends Error {}

/** An unclosed `<b>` is reopened in each later paragraph, so many of them would be quadratic. */
const MAX_OPENED_PER_TAG = 8;

/** Stops the parser, with a `TooComplexError`, before hostile HTML takes much time or memory. */
export function boundedAdapter(html: string, maxDepth: number): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let remaining = MAX_OPENED_PER_TAG * (html.split('<').length + maxDepth);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      remaining -= 1;
      if (open.size > maxDepth || remaining < 0) throw new TooComplexError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}
