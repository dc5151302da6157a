import { startOfText } from '@longhand/contract/text/text';
import { listField, type MarkdownTopic, textField } from './fields.ts';
import type { Fields } from './front-matter.ts';
import type { Generator, MarkdownSite } from './site.ts';

type AddressParts = {
  readonly path: string;
  readonly fields: Fields;
  /** Comes from the name of the file, or from the front matter. */
  readonly slug: string;
  /** Days like `2013-05-06`, from the front matter and the name of the file. */
  readonly days: readonly string[];
  readonly categories: readonly string[];
};

/** Escapes the path as in an address, and leaves one slash between its parts. */
export function pathAddress(path: string): string {
  const escaped = path.split('/').map((part) => encodeURIComponent(part).replace(/%25/g, '%'));
  return `/${escaped.join('/')}`.replace(/\/{2,}/g, '/');
}

/** Drops the extension and `index`. */
function pagePath(path: string): string {
  return `${path.replace(/\.[^./]+$/, '')}/`.replace(/(?:^|\/)index\/$/, '/');
}

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
};
const DEFAULT_STYLE = '/:categories/:year/:month/:day/:title.html';

/** Null if the pattern has an unknown part. */
function fillPattern(pattern: string, parts: AddressParts, day: string): string | null {
  const [year = '', month = '', date = ''] = day.split('-');
  const words: Readonly<Record<string, string>> = {
    year,
    month,
    day: date,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(date)),
    categories: parts.categories.map((category) => category.toLowerCase()).join('/'),
    title: parts.slug,
    slug: parts.slug,
    filename: parts.slug,
    contentbasename: parts.slug,
    slugorfilename: parts.slug,
    name: parts.slug,
    output_ext: '.html',
    section: /^(?:.*\/)?content\/([^/]+)\//.exec(parts.path)?.[1] ?? '',
    ...(day === '' && { year: '?', month: '?', day: '?' }),
  };
  const filled = pattern.replace(/:(\w+)/g, (_, name) => words[name] ?? '?');
  return filled.includes('?') ? null : pathAddress(filled.replace(/^\/+/, ''));
}

/** Depending on the server, `/x.html` is also at `/x` and `/x/`. */
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

/** Hugo writes paths in lower case and with hyphens. */
function hugoPath(path: string): string {
  return path.toLowerCase().replace(/\s+/g, '-');
}

function hugoAddresses(parts: AddressParts, { sectionPermalinks }: MarkdownSite): string[] {
  const within = parts.path.replace(/^(?:.*\/)?content\//, '').replace(/\.[a-z]{2}(\.\w+)$/, '$1');
  const page = hugoPath(pagePath(within));
  const named = page.replace(/(?<![^/])[^/]*\/$/, `${hugoPath(parts.slug)}/`);
  const pattern = sectionPermalinks.get(within.slice(0, within.indexOf('/')));
  const filled = pattern ? fillPattern(pattern, parts, parts.days[0] ?? '') : null;
  return [...(filled === null ? [] : [filled]), ...new Set([named, page].map(pathAddress))];
}

/** The folder that Eleventy reads is often not the top one. */
function eleventyAddresses({ path, slug }: AddressParts): string[] {
  const page = pagePath(path).replace(/(?<![^/])[^/]+\/$/, `${slug}/`);
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

/** Returns the path of an address of the old site; null for anything else, like a template. */
function ownAddress(address: string, { url }: MarkdownSite): string | null {
  if (/[{}]/.test(address)) return null;
  const parsed = URL.parse(address, url ?? 'http://site.invalid/');
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.pathname : null;
}

/** Readers were at `/x/` rather than at `/x/index.html`. */
function withoutIndex(address: string): string[] {
  return [...new Set([address, address.replace(/\/index\.html?$/, '/')])];
}

function permalinkIn(fields: Fields): string {
  return textField(fields, 'permalink', 'url');
}

function aliasesIn(fields: Fields): string[] {
  return listField(fields, ['aliases', 'alias', 'redirect_from'], /[,\s]+/);
}

/** Null if it has an unknown part; empty if the front matter has none. */
function permalinkOf(parts: AddressParts, site: MarkdownSite): string | null {
  const written = permalinkIn(parts.fields);
  if (written === '') return '';
  const isPattern = written.includes(':') && !/^\w+:\/\//.test(written);
  const filled = isPattern ? fillPattern(written, parts, parts.days[0] ?? '') : written;
  return filled === null ? null : ownAddress(filled, site);
}

/** The first address is the one that the front matter or the generator gives. */
export function addressesOf(parts: AddressParts, site: MarkdownSite): string[] {
  const aliases = aliasesIn(parts.fields).map((address) => ownAddress(address, site));
  const found = [
    ...withoutIndex(permalinkOf(parts, site) ?? ''),
    ...usualAddresses(parts, site),
    ...aliases.flatMap((address) => withoutIndex(address ?? '')),
  ];
  return [...new Set(found)].filter((address) => !['', '/'].includes(address));
}

export function notesOnAddresses(parts: AddressParts, site: MarkdownSite): string[] {
  const { fields } = parts;
  const lost = [
    ...(permalinkOf(parts, site) === null ? [permalinkIn(fields)] : []),
    ...aliasesIn(fields).filter((address) => ownAddress(address, site) === null),
  ];
  return lost.map(
    (address) =>
      `The old address “${startOfText(address, 200)}” cannot be kept: it has placeholders or is not a site address.`,
  );
}

type Folders = Readonly<Record<MarkdownTopic['kind'], readonly string[]>>;

/** These are the defaults; plugins make Jekyll's. */
const FOLDERS: Readonly<Record<Generator, Folders>> = {
  hugo: { tag: ['tags'], category: ['categories'] },
  jekyll: { tag: ['tag', 'tags'], category: ['category', 'categories'] },
  eleventy: { tag: ['tags'], category: [] },
  none: { tag: [], category: [] },
};

/** Hugo leaves out characters that it does not want in an address; the others replace them by a hyphen. */
function addressName(name: string, generator: Generator): string {
  const text = name.toLowerCase();
  const plain =
    generator === 'hugo'
      ? text.replace(/[^\p{L}\p{M}\p{N}\s._#+~@/-]/gu, '')
      : text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return plain.trim().replace(/\s+/g, '-');
}

export function oldTopicPaths({ kind, name }: MarkdownTopic, generator: Generator): string[] {
  const last = addressName(name, generator);
  const folders = last === '' ? [] : FOLDERS[generator][kind];
  return folders.map((folder) => pathAddress(`${folder}/${last}/`));
}
