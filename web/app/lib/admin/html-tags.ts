// Why not DOMParser: it does not report the positions of tags in the text.

/** The name is empty for a comment. */
export type Tag = {
  readonly name: string;
  readonly closing: boolean;
  readonly from: number;
  readonly to: number;
};

const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

export function findTags(text: string): Tag[] {
  return Array.from(text.matchAll(TAG), (match) => ({
    name: (match[2] ?? '').toLowerCase(),
    closing: match[1] === '/',
    from: match.index,
    to: match.index + match[0].length,
  }));
}

export type Element = { readonly name: string; readonly open: Tag; readonly close: Tag };

/** Elements with both tags, in the order of their closing tags. */
export function findElements(text: string): Element[] {
  const open: Tag[] = [];
  const elements: Element[] = [];
  for (const tag of findTags(text)) {
    if (!tag.closing) {
      if (tag.name !== '') open.push(tag);
      continue;
    }
    const start = open.findLastIndex(({ name }) => name === tag.name);
    const [opening] = open.splice(start === -1 ? open.length : start);
    if (opening) elements.push({ name: tag.name, open: opening, close: tag });
  }
  return elements;
}

const VOID = new Set('area br col embed hr img input source track wbr'.split(' '));

/** Whether every tag that needs another one has it. */
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
