import { basename, relative } from 'node:path';

/**
 * The class of a CSS module as it is in pages: by the file and the name in it. Why not the usual hash: it
 * does not compress, and is in scripts, stylesheets and pages.
 */
export function className(local: string, file: string): string {
  const half = relative(import.meta.dirname, file).startsWith('app/admin/') ? 'admin-' : '';
  return `${half}${basename(file.split('?')[0] ?? '', '.module.css')}_${local}`;
}
