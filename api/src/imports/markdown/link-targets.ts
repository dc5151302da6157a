import type { ArchiveEntry } from '../source.ts';
import { baseName, isMarkdownFile } from './item-files.ts';

export type Expanded = { readonly text: string; readonly notes: readonly string[] };

const STATIC_FOLDERS = [
  '',
  'static/',
  'assets/',
  'content/',
  'public/',
  'src/',
  'source/',
  'images/',
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `a/../b` without what leads up; undefined if it leads out. */
function joined(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** What Hugo calls a page: without its extension, language and `index`, in lower case. */
function pageName(path: string): string {
  return path
    .replace(/\.(?:md|markdown|html)$/i, '')
    .replace(/\.[a-z]{2}(?:-[a-z]{2})?$/i, '')
    .replace(/(?:^|\/)index$/i, '')
    .replace(/\s+/g, '-')
    .toLowerCase();
}

/** Finds the files that links and pictures of a folder mean; paths are within its root. */
export function createLinkTargets(entries: readonly ArchiveEntry[], root: string) {
  const paths = entries.map(({ name }) => name.slice(root.length));
  const known = new Set(paths);
  const named = new Map<string, string>();
  const pages = new Map<string, string>();
  const bundles = new Map<string, string>();
  const posts = new Map<string, string>();
  for (const path of paths.toReversed()) {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    named.set(name, path);
    if (!isMarkdownFile(path)) continue;
    named.set(baseName(name), path);
    pages.set(pageName(path), path);
    const bundle = /([^/]+)\/index(?:\.[^/]+)?$/i.exec(path)?.[1];
    if (bundle !== undefined) bundles.set(bundle.toLowerCase(), path);
    if (/(?:^|\/)_posts\//.test(path) || !path.includes('/')) posts.set(baseName(path), path);
  }

  function pageAt(path: string, folders: readonly string[]): string | undefined {
    const found = folders.flatMap((folder) => joined(folder, path) ?? []);
    const file = found.find((name) => known.has(name));
    return file ?? found.map((name) => pages.get(pageName(name))).find(Boolean);
  }

  /** From the folder of a file if it starts with no slash, else from the top, else by its name. */
  function byPath(path: string, folder = ''): string | undefined {
    const plain = decoded(path).normalize('NFC');
    const fromTop = plain.replace(/^\/+/, '');
    const beside = plain === fromTop ? [folder] : [];
    const found = pageAt(fromTop, [...beside, 'content', '', 'content/posts', '_posts']);
    return found ?? byName(joined('', plain) ?? '');
  }

  /** By its path, or its name alone in any folder. */
  function byName(name: string): string | undefined {
    const plain = decoded(name).normalize('NFC').toLowerCase();
    const last = plain.slice(plain.lastIndexOf('/') + 1);
    return known.has(name) ? name : (named.get(last) ?? bundles.get(last));
  }

  return {
    byPath: (path: string, folder?: string) => (path === '' ? undefined : byPath(path, folder)),
    byName,
    byPostName: (name: string) => posts.get(baseName(`${name}.md`)),

    /** From the folder of a file, else from where generators have files that are sent as they are. */
    fileAt(address: string, folder: string): string | undefined {
      const path = decoded(address.replace(/[?#].*$/, '')).normalize('NFC');
      const beside = joined(folder, path);
      if (beside !== undefined && known.has(beside)) return beside;
      const plain = joined('', path.replace(/^(?:\.\.?\/)+/, '')) ?? '';
      return STATIC_FOLDERS.map((each) => each + plain).find((name) => known.has(name));
    },
  };
}

export type LinkTargets = ReturnType<typeof createLinkTargets>;
