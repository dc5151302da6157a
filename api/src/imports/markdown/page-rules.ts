import { textField } from './fields.ts';
import type { Fields } from './front-matter.ts';
import { baseName } from './item-files.ts';
import { DATED_NAME, type Generator } from './site.ts';

const PAGE_LAYOUTS = new Set(['page', 'about', 'contact']);
const PAGE_FOLDERS = /(?:^|\/)_?pages?\//;

/** Of a bundle, that of its folder. */
export function withoutIndex(path: string): string {
  return path.replace(/\/index\.[^/]*$/, '.md');
}

function isAtTop(path: string, generator: Generator): boolean {
  const within = path.replace(/^(?:.*\/)?content\//, '').replace(/^src\//, '');
  return generator !== 'none' && !withoutIndex(within).includes('/');
}

/**
 * A page if its layout or type says so, if it is in a folder of pages, or at the top of a generator’s
 * folder without a date; a post otherwise.
 */
export function kindOf(path: string, fields: Fields, generator: Generator): 'post' | 'page' {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return 'post';
  const named = [textField(fields, 'type'), textField(fields, 'layout')].map(layoutName);
  if (named.some((name) => PAGE_LAYOUTS.has(name))) return 'page';
  if (named.includes('post') || DATED_NAME.test(baseName(path))) return 'post';
  return PAGE_FOLDERS.test(path) || isAtTop(path, generator) ? 'page' : 'post';
}

/** Without the folder and extension that Eleventy’s have. */
function layoutName(layout: string): string {
  return baseName(layout.toLowerCase());
}
