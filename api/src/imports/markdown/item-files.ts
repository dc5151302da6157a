import type { ArchiveEntry } from '../source.ts';
import { textField } from './fields.ts';
import type { Fields } from './front-matter.ts';
import type { Generator, MarkdownSite } from './site.ts';

export const DATED_NAME = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;
const PAGE_LAYOUTS = new Set(['page', 'about', 'contact']);
const PAGE_FOLDERS = /(?:^|\/)_?pages?\//;

/** A bundle has the path of its folder. */
export function withoutIndex(path: string): string {
  return path.replace(/\/index\.[^/]*$/, '.md');
}

function isAtTop(path: string, generator: Generator): boolean {
  const within = path.replace(/^(?:.*\/)?content\//, '').replace(/^src\//, '');
  return generator !== 'none' && !withoutIndex(within).includes('/');
}

/**
 * An item is a page if its layout or type says so, if it is in a folder of pages, or if it is at the top of a
 * generator's folder and has no date; otherwise it is a post.
 */
export function kindOf(path: string, fields: Fields, generator: Generator): 'post' | 'page' {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return 'post';
  const named = [textField(fields, 'type'), textField(fields, 'layout')].map(layoutName);
  if (named.some((name) => PAGE_LAYOUTS.has(name))) return 'page';
  if (named.includes('post') || DATED_NAME.test(baseName(path))) return 'post';
  return PAGE_FOLDERS.test(path) || isAtTop(path, generator) ? 'page' : 'post';
}

/** Eleventy's layouts have a folder and an extension. */
function layoutName(layout: string): string {
  return baseName(layout.toLowerCase());
}

export type ItemFile = {
  readonly entry: ArchiveEntry;
  /** Relative to the root of the site. */
  readonly path: string;
  readonly format: 'markdown' | 'html';
};

const MARKDOWN = /\.(?:md|markdown|mdown|mkdn?|mdx)$/i;
const HTML = /\.html?$/i;
/** Generators and package managers put these beside the texts; none of it is counted. */
const OTHER_FOLDERS =
  /(?:^|\/)(?:node_modules|vendor|_layouts|_includes|_sass|_data|_site|layouts|archetypes|themes|i18n)\//;

export function isMarkdownFile(name: string): boolean {
  return MARKDOWN.test(name) && !OTHER_FOLDERS.test(name);
}

/** HTML files count only with front matter. */
export function itemFiles(entries: readonly ArchiveEntry[], { root }: MarkdownSite): ItemFile[] {
  return entries.flatMap((entry) => {
    const path = entry.name.slice(root.length);
    if (OTHER_FOLDERS.test(path)) return [];
    if (MARKDOWN.test(path)) return { entry, path, format: 'markdown' };
    return HTML.test(path) ? { entry, path, format: 'html' } : [];
  });
}

const ABOUT_THE_FOLDER =
  /^(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|authors|todo)$/i;

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}

/** Ends with a slash; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Decides by the name alone; null if it may be a post or page. */
export function reasonAgainst(path: string, generator: Generator): string | null {
  const name = baseName(path);
  if (/\.mdx$/i.test(path))
    return 'It is MDX, which would have to be run as code. That is never done here.';
  if (ABOUT_THE_FOLDER.test(name)) return 'It describes the folder and is not a post.';
  if (name === '_index') return 'It describes a section of the site and is not a post.';
  if (generator === 'hugo' && !/(?:^|\/)content\//.test(path))
    return 'It is not in the folder “content”, where Hugo has its posts.';
  return null;
}

/** Names are titles, as in Obsidian, if they have spaces, capitals, or letters without case. */
export function haveTitles(paths: readonly string[]): boolean {
  const items = paths.filter(
    (path) => isMarkdownFile(path) && reasonAgainst(path, 'none') === null,
  );
  return items.some((path) => /[\s\p{Lu}\p{Lo}]/u.test(baseName(path)));
}
