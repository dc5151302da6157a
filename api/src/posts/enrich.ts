import { visibleText } from '@longhand/contract/search';
import { slugFromTitle } from '@longhand/contract/slug-from-title';
import { enrichImages } from './enrich-images.ts';

const HEADING = /<(h[2-4])((?: [^>]*)?)>([\s\S]*?)<\/\1>/g;
const TABLE_TAG = /<(\/?)table\b[^>]*>/g;
const ID = / id="([^"]+)"/g;

/** The page has its title already: there is one heading of the first rank. */
function demoteTitles(html: string): string {
  return html.replace(/<(\/?)h1\b/g, '<$1h2');
}

/** Every heading gets an id, unless it has one, and a link to itself. */
function anchorHeadings(html: string): string {
  const taken = new Set([...html.matchAll(ID)].map(([, id]) => id));
  const lastNumbers = new Map<string, number>();

  function freshId(inner: string): string {
    const base = `post-${slugFromTitle(visibleText(inner)) || 'section'}`;
    // On from the last one: from the first each time, equal headings would take their square.
    let number = (lastNumbers.get(base) ?? 0) + 1;
    const numbered = () => (number === 1 ? base : `${base}-${number}`);
    while (taken.has(numbered())) number += 1;
    lastNumbers.set(base, number);
    taken.add(numbered());
    return numbered();
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

/** What readers need and writers need not think of; for sanitised HTML only. */
export function enrich(html: string): string {
  return enrichImages(scrollCode(scrollTables(anchorHeadings(demoteTitles(html)))));
}
