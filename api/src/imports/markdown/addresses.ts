import { startOfText } from '@longhand/contract/text-start';
import { listField, textField } from './fields.ts';
import type { Fields } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';

/** What the addresses of a post are made of. */
export type AddressParts = {
  readonly path: string;
  readonly fields: Fields;
  /** That of the file’s name, or of the front matter. */
  readonly slug: string;
  /** Days as `2013-05-06`, as the front matter and the name of the file have them. */
  readonly days: readonly string[];
  readonly categories: readonly string[];
};

/** Escaped like in an address, with one slash between its parts. */
export function pathAddress(path: string): string {
  const escaped = path.split('/').map((part) => encodeURIComponent(part).replace(/%25/g, '%'));
  return `/${escaped.join('/')}`.replace(/\/{2,}/g, '/');
}

/** Letters of the file’s path, without its extension and `index`. */
function pagePath(path: string): string {
  return `${path.replace(/\.[^./]+$/, '')}/`.replace(/(?:^|\/)index\/$/, '/');
}

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
};
const DEFAULT_STYLE = '/:categories/:year/:month/:day/:title.html';

/** Null if the pattern has a part that is not known. */
function fillPattern(pattern: string, parts: AddressParts, day: string): string | null {
  const [year = '', month = '', date = ''] = day.split('-');
  const words: Readonly<Record<string, string>> = {
    ...{ year, month, day: date, short_year: year.slice(2) },
    ...{ i_month: String(Number(month)), i_day: String(Number(date)) },
    categories: parts.categories.map((category) => category.toLowerCase()).join('/'),
    ...{ title: parts.slug, slug: parts.slug, filename: parts.slug, contentbasename: parts.slug },
    ...{ slugorfilename: parts.slug, name: parts.slug, output_ext: '.html' },
    section: /^(?:.*\/)?content\/([^/]+)\//.exec(parts.path)?.[1] ?? '',
    ...(day === '' && { year: '?', month: '?', day: '?' }),
  };
  const filled = pattern.replace(/:(\w+)/g, (_, name) => words[name] ?? '?');
  return filled.includes('?') ? null : pathAddress(filled.replace(/^\/+/, ''));
}

/** `/x.html` is also `/x` and `/x/`, as servers are set up. */
function withoutExtension(address: string): string[] {
  return address.endsWith('.html') ? [address, address.slice(0, -5)] : [address];
}

function jekyllPost(parts: AddressParts, { permalink }: MarkdownSite): string[] {
  const own = JEKYLL_STYLES[permalink] ?? permalink;
  const patterns = [...(own === '' ? [] : [own]), DEFAULT_STYLE, '/:year/:month/:day/:title.html'];
  return patterns.flatMap((pattern) =>
    parts.days.flatMap((day) => fillPattern(pattern, parts, day) ?? []).flatMap(withoutExtension),
  );
}

function jekyllPage({ path }: AddressParts): string[] {
  const page = pagePath(path.replace(/(^|\/)_/g, '$1'));
  return page === '/' ? [] : withoutExtension(`${pathAddress(page).slice(0, -1)}.html`);
}

/** In lower case and with hyphens, as Hugo writes them. */
function hugoPath(path: string): string {
  return path.toLowerCase().replace(/\s+/g, '-');
}

function hugoAddresses(parts: AddressParts, { sectionPermalinks }: MarkdownSite): string[] {
  const within = parts.path.replace(/^(?:.*\/)?content\//, '').replace(/\.[a-z]{2}(\.\w+)$/, '$1');
  const page = hugoPath(pagePath(within));
  const named = page.replace(/[^/]*\/$/, `${hugoPath(parts.slug)}/`);
  const pattern = sectionPermalinks.get(within.slice(0, within.indexOf('/')));
  const filled = pattern ? fillPattern(pattern, parts, parts.days[0] ?? '') : null;
  return [...(filled === null ? [] : [filled]), ...new Set([named, page].map(pathAddress))];
}

/** The folder that Eleventy reads is often not the top one. */
function eleventyAddresses({ path, slug }: AddressParts): string[] {
  const page = pagePath(path).replace(/[^/]+\/$/, `${slug}/`);
  const within = page.replace(/^(?:src|content|site)\//, '');
  return [...new Set([within, page].map(pathAddress))];
}

function usualAddresses(parts: AddressParts, site: MarkdownSite): string[] {
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(parts.path) || parts.days.length > 0;
  if (site.generator === 'jekyll') return isPost ? jekyllPost(parts, site) : jekyllPage(parts);
  if (site.generator === 'hugo') return hugoAddresses(parts, site);
  if (site.generator === 'eleventy') return eleventyAddresses(parts);
  return [pathAddress(pagePath(parts.path))];
}

/** Of an address of the old site or a path; null for what is neither, like a template. */
function ownAddress(address: string, { url }: MarkdownSite): string | null {
  if (/[{}]/.test(address)) return null;
  const parsed = URL.parse(address, url ?? 'http://site.invalid/');
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.pathname : null;
}

/** `/x/index.html` is also `/x/`: that is where readers were. */
function withoutIndex(address: string): string[] {
  return [...new Set([address, address.replace(/\/index\.html?$/, '/')])];
}

function permalinkIn(fields: Fields): string {
  return textField(fields, 'permalink', 'url');
}

function aliasesIn(fields: Fields): string[] {
  return listField(fields, ['aliases', 'alias', 'redirect_from'], /[,\s]+/);
}

/** Null if it has a part that is not known; '' if the front matter has none. */
function permalinkOf(parts: AddressParts, site: MarkdownSite): string | null {
  const written = permalinkIn(parts.fields);
  if (written === '') return '';
  const isPattern = written.includes(':') && !/^\w+:\/\//.test(written);
  const filled = isPattern ? fillPattern(written, parts, parts.days[0] ?? '') : written;
  return filled === null ? null : ownAddress(filled, site);
}

/** The first is where it was, by what the front matter or the generator says. */
export function addressesOf(parts: AddressParts, site: MarkdownSite): string[] {
  const aliases = aliasesIn(parts.fields).map((address) => ownAddress(address, site));
  const found = [
    ...withoutIndex(permalinkOf(parts, site) ?? ''),
    ...usualAddresses(parts, site),
    ...aliases.flatMap((address) => withoutIndex(address ?? '')),
  ];
  return [...new Set(found)].filter((address) => !['', '/'].includes(address));
}

/** Names the old addresses that cannot be kept. */
export function notesOnAddresses(parts: AddressParts, site: MarkdownSite): string[] {
  const { fields } = parts;
  const lost = [
    ...(permalinkOf(parts, site) === null ? [permalinkIn(fields)] : []),
    ...aliasesIn(fields).filter((address) => ownAddress(address, site) === null),
  ];
  return lost.map(
    (address) =>
      `The old address “${startOfText(address, 200)}” cannot be kept: it has placeholders, or is none of a site.`,
  );
}
