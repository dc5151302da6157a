import { decoded } from '@longhand/contract/text/decoded';
import type { Element, Root } from 'hast';
import { addressIn, elementsIn } from '../../rendering/elements.ts';
import type { ArchiveEntry } from '../source.ts';
import { pathAddress } from './addresses.ts';
import { baseName, isMarkdownFile } from './item-files.ts';

const PROPERTIES: Readonly<Record<string, 'href' | 'src'>> = {
  a: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
};
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

/** True for addresses with a scheme or a host, and within the page. */
function leadsElsewhere(address: string): boolean {
  return address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);
}

/** Returns the path from the root if the address means a file; otherwise the address itself. */
export function resolvedAddress(address: string, folder: string, targets: LinkTargets): string {
  if (leadsElsewhere(address)) return address;
  const path = targets.fileAt(address, folder);
  return path === undefined ? address : pathAddress(path);
}

function resolveElement(node: Element, folder: string, targets: LinkTargets): void {
  const property = PROPERTIES[node.tagName];
  if (!property) return;
  const address = addressIn(node, property);
  const [path, rest] = splitAt(address, /[?#]/);
  const isFile = node.tagName !== 'a' || isMarkdownFile(path) || PICTURE.test(path);
  if (!isFile) return;
  const resolved = resolvedAddress(path, folder, targets);
  if (resolved !== path) node.properties[property] = resolved + (node.tagName === 'a' ? rest : '');
}

/** Relative addresses start from the file; written from the root, they mean the same anywhere. */
export function resolveAddresses(tree: Root, folder: string, targets: LinkTargets): void {
  for (const node of elementsIn(tree)) resolveElement(node, folder, targets);
}

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

/** The second part begins with the match; it is empty if there is none. */
export function splitAt(text: string, pattern: RegExp): [string, string] {
  const at = text.search(pattern);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Resolves `..`; undefined if the path leads out. */
function joined(folder: string, path: string): string | undefined {
  const parts = path.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Hugo refers to a page without its extension, language and `index`, in lower case. */
function pageName(path: string): string {
  return path
    .replace(/\.(?:md|markdown|html)$/i, '')
    .replace(/\.[a-z]{2}(?:-[a-z]{2})?$/i, '')
    .replace(/(?:^|\/)index$/i, '')
    .replace(/\s+/g, '-')
    .toLowerCase();
}

/** All paths are relative to the root. */
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
    const [bundle, file = ''] = path.split('/').slice(-2);
    if (bundle && /^index(?:\.|$)/i.test(file)) bundles.set(bundle.toLowerCase(), path);
    if (/(?:^|\/)_posts\//.test(path) || !path.includes('/')) posts.set(baseName(path), path);
  }

  function pageAt(path: string, folders: readonly string[]): string | undefined {
    const found = folders.flatMap((folder) => joined(folder, path) ?? []);
    const file = found.find((name) => known.has(name));
    return file ?? found.map((name) => pages.get(pageName(name))).find(Boolean);
  }

  /** Looks in the folder of the file if the path has no leading slash, then from the top, then by name. */
  function byPath(path: string, folder = ''): string | undefined {
    const plain = decoded(path).normalize('NFC');
    const fromTop = plain.replace(/^\/+/, '');
    const beside = plain === fromTop ? [folder] : [];
    const found = pageAt(fromTop, [...beside, 'content', '', 'content/posts', '_posts']);
    return found ?? byName(joined('', plain) ?? '');
  }

  function byName(name: string): string | undefined {
    const plain = decoded(name).normalize('NFC').toLowerCase();
    const last = plain.slice(plain.lastIndexOf('/') + 1);
    return known.has(name) ? name : (named.get(last) ?? bundles.get(last));
  }

  return {
    byPath: (path: string, folder?: string) => (path === '' ? undefined : byPath(path, folder)),
    byName,
    byPostName: (name: string) => posts.get(baseName(`${name}.md`)),

    /** Looks in the folder of the file, then where generators keep static files. */
    fileAt(address: string, folder: string): string | undefined {
      const path = decoded(splitAt(address, /[?#]/)[0]).normalize('NFC');
      const beside = joined(folder, path);
      if (beside !== undefined && known.has(beside)) return beside;
      const plain = joined('', path.replace(/^(?:\.\.?\/)+/, '')) ?? '';
      return STATIC_FOLDERS.map((each) => each + plain).find((name) => known.has(name));
    },
  };
}

export type LinkTargets = ReturnType<typeof createLinkTargets>;
