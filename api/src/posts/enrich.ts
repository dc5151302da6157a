import { visibleText } from '@longhand/contract/search';
import { slugFromTitle } from '@longhand/contract/slug';

const HEADING = /<(h[2-4])((?: [^>]*)?)>([\s\S]*?)<\/\1>/g;
const TABLE = /<table\b[\s\S]*?<\/table>/g;
const IMAGE = /<img ([^>]*?)\s*\/>/g;
const UPLOAD_SIZE = /src="\/uploads\/[0-9a-f]{32}-(\d+)x(\d+)\.[a-z]+"/;

/** Every heading gets an id, unless it has one, and a link to itself. */
function anchorHeadings(html: string): string {
  const taken = new Set<string>();
  return html.replace(HEADING, (_all, tag: string, attributes: string, inner: string) => {
    const own = / id="([^"]+)"/.exec(attributes)?.[1];
    const base = own ?? `post-${slugFromTitle(visibleText(inner)) || 'section'}`;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    const kept = attributes.replace(/ id="[^"]*"/, '');
    const link = `<a class="anchor" href="#${id}" aria-label="Link to this section"></a>`;
    return `<${tag} id="${id}"${kept}>${inner}${link}</${tag}>`;
  });
}

/** A wide table scrolls by itself, by keyboard too, instead of widening the page. */
function scrollTables(html: string): string {
  return html.replace(
    TABLE,
    (table) =>
      `<div class="table-scroll" tabindex="0" role="region" aria-label="Table">${table}</div>`,
  );
}

/** Long lines scroll within their block, by keyboard too. */
function scrollCode(html: string): string {
  return html.replaceAll('<pre><code', '<pre><code tabindex="0"');
}

/** Pictures reserve their place, and load when they come near. */
function sizeImages(html: string): string {
  return html.replace(IMAGE, (_all, attributes: string) => {
    const [, width, height] = UPLOAD_SIZE.exec(attributes) ?? [];
    const size =
      width && !/\bwidth=/.test(attributes) ? ` width="${width}" height="${height}"` : '';
    const lazy = /\bloading=/.test(attributes) ? '' : ' loading="lazy"';
    const alt = /\balt[ =]|\balt$/.test(attributes) ? '' : ' alt=""';
    return `<img ${attributes}${alt}${size}${lazy} />`;
  });
}

/** What readers need and writers need not think of; for sanitised HTML only. */
export function enrich(html: string): string {
  return sizeImages(scrollCode(scrollTables(anchorHeadings(html))));
}
