// Why not DOMParser: it does not report the positions of tags in the text.

export type Range = { readonly from: number; readonly to: number };

/** The name is empty for a comment. */
export type Tag = Range & { readonly name: string; readonly closing: boolean };

const TAG =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

export function findTags(text: string): Tag[] {
  return Array.from(text.matchAll(TAG), (match) => ({
    name: (match[2] ?? '').toLowerCase(),
    closing: match[1] === '/',
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export type Element = Range & { readonly name: string; readonly open: Tag; readonly close: Tag };

/** Elements with both tags, in the order of their closing tags: all, or those with these names. */
export function findElements(text: string, ...names: readonly string[]): Element[] {
  const opened: Tag[] = [];
  const elements: Element[] = [];
  for (const tag of findTags(text)) {
    if (!tag.closing) {
      if (tag.name !== '') opened.push(tag);
      continue;
    }
    const start = opened.findLastIndex(({ name }) => name === tag.name);
    const [open] = opened.splice(start === -1 ? opened.length : start);
    if (open) elements.push({ name: tag.name, from: open.from, to: tag.to, open, close: tag });
  }
  return names.length === 0 ? elements : elements.filter(({ name }) => names.includes(name));
}

export function isInside({ from, to }: Range, { open, close }: Element): boolean {
  return open.to <= from && to <= close.from;
}

const VOID = new Set('area br col embed hr img input source track wbr'.split(' '));

export function isBalanced(text: string): boolean {
  const paired = findTags(text).filter(({ name }) => name !== '' && !VOID.has(name));
  return paired.length === 2 * findElements(text).length;
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

export function isInline({ name }: Tag): boolean {
  return INLINE.has(name);
}

/** Only for counting words: the HTML is not sanitised yet. */
export function stripTags(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&[a-z0-9#]{1,32};/gi, '');
}
