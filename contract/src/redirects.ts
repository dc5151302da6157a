import { isStorable } from './storable.ts';

/** Longer ones are no address that a blog had. */
export const MAX_REDIRECT_PATH = 2_000;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Of a query, only what old blogs used instead of a path. */
const ID_QUERY = /^\?(?:.*&)?(p|page_id|attachment_id|cat)=(\d+)(?:&.*)?$/;

/**
 * The form in which old addresses are stored and compared: decoded, in lower case, without a slash at
 * the end; `/?p=1` keeps its query. Null if it is no path of a site.
 */
export function normalRedirectPath(address: string): string | null {
  if (!address.startsWith('/') || address.length > MAX_REDIRECT_PATH) return null;
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/s.exec(address) ?? [];
  const segments = path.split(/[/\\]+/).filter(Boolean);
  const normal = `/${decoded(segments.join('/')).normalize('NFC').toLowerCase()}`;
  if (!isStorable(normal)) return null;
  const id = ID_QUERY.exec(query);
  return id && normal === '/' ? `/?${id[1]}=${id[2]}` : normal;
}
