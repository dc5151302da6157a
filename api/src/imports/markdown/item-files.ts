import type { ArchiveEntry } from '../source.ts';
import type { Generator, MarkdownSite } from './site.ts';

/** A file that may be a post or page. */
export type ItemFile = {
  readonly entry: ArchiveEntry;
  /** Within the root of the site. */
  readonly path: string;
  readonly format: 'markdown' | 'html';
};

const MARKDOWN = /\.(?:md|markdown|mdown|mkdn?|mdx)$/i;
const HTML = /\.html?$/i;
/** What generators and package managers put beside the texts: none of it is counted. */
const OTHER_FOLDERS =
  /(?:^|\/)(?:node_modules|vendor|_layouts|_includes|_sass|_data|_site|layouts|archetypes|themes|i18n)\//;

export function isMarkdownFile(name: string): boolean {
  return MARKDOWN.test(name) && !OTHER_FOLDERS.test(name);
}

/** Every Markdown file, and HTML files, which count only with front matter. */
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

/** With a slash at its end; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Why a file is no post or page, by its name alone. */
export function reasonAgainst(path: string, generator: Generator): string | null {
  const name = baseName(path);
  if (/\.mdx$/i.test(path))
    return 'It is MDX, a program that makes a page, which is never run here.';
  if (ABOUT_THE_FOLDER.test(name)) return 'It describes the folder, and is no post.';
  if (name === '_index') return 'It describes a section of the site, and is no post.';
  if (generator === 'hugo' && !/(?:^|\/)content\//.test(path))
    return 'It is not in the folder “content”, where Hugo has its posts.';
  return null;
}

/** Names like those of Obsidian’s notes: with spaces, capitals, or letters that have no capitals. */
export function haveTitles(paths: readonly string[]): boolean {
  const items = paths.filter(
    (path) => isMarkdownFile(path) && reasonAgainst(path, 'none') === null,
  );
  return items.some((path) => /[\s\p{Lu}\p{Lo}]/u.test(baseName(path)));
}
