import { sizeFromName } from '@longhand/contract/image-names';
import { visibleText } from '@longhand/contract/search';
import { slugFromTitle } from '@longhand/contract/slug';

const HEADING = /<(h[2-4])((?: [^>]*)?)>([\s\S]*?)<\/\1>/g;
const TABLE_TAG = /<(\/?)table\b[^>]*>/g;
const IMAGE = /<img ([^>]*?)\s*\/>/g;
const ID = / id="([^"]+)"/g;

/** The page has its title already: there is one heading of the first rank. */
function demoteTitles(html: string): string {
  return html.replace(/<(\/?)h1\b/g, '<$1h2');
}

/** Every heading gets an id, unless it has one, and a link to itself. */
function anchorHeadings(html: string): string {
  const taken = new Set([...html.matchAll(ID)].map(([, id]) => id));

  function freshId(inner: string): string {
    const base = `post-${slugFromTitle(visibleText(inner)) || 'section'}`;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return id;
  }

  return html.replace(HEADING, (_all, tag: string, attributes: string, inner: string) => {
    const own = / id="([^"]+)"/.exec(attributes)?.[1];
    const id = own ?? freshId(inner);
    const link = `<a class="anchor" href="#${id}" aria-label="Link to this section"></a>`;
    return `<${tag}${own ? '' : ` id="${id}"`}${attributes}>${inner}${link}</${tag}>`;
  });
}

/** A wide table scrolls by itself, by keyboard too, instead of widening the page. */
function scrollTables(html: string): string {
  let depth = 0;
  return html.replace(TABLE_TAG, (tag, closing: string) => {
    // Only the outermost of nested tables: its box holds the others.
    if (closing) {
      depth -= 1;
      return depth === 0 ? `${tag}</div>` : tag;
    }
    depth += 1;
    const box = '<div class="table-scroll" tabindex="0" role="region" aria-label="Table">';
    return depth === 1 ? box + tag : tag;
  });
}

/** Long lines scroll within their block, by keyboard too. */
function scrollCode(html: string): string {
  return html
    .replaceAll('<pre><code', '<pre><code tabindex="0"')
    .replace(/<pre>(?!<code)/g, '<pre tabindex="0">');
}

/** Pictures reserve their place, and load when they come near. */
function sizeImages(html: string): string {
  return html.replace(IMAGE, (_all, attributes: string) => {
    const names = attributes.replace(/"[^"]*"/g, '').split(/[= ]+/);
    const lacks = (name: string) => !names.includes(name);
    const path = /(?:^| )src="(\/uploads\/[^"]+)"/.exec(attributes)?.[1];
    const size = path && lacks('width') && lacks('height') ? sizeFromName(path) : undefined;
    const added = [
      lacks('alt') && 'alt=""',
      size && `width="${size.width}" height="${size.height}"`,
      lacks('loading') && 'loading="lazy"',
    ];
    return `<img ${[attributes, ...added.filter(Boolean)].join(' ')} />`;
  });
}

/** What readers need and writers need not think of; for sanitised HTML only. */
export function enrich(html: string): string {
  return sizeImages(scrollCode(scrollTables(anchorHeadings(demoteTitles(html)))));
}
