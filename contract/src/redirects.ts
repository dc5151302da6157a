import { decoded } from './text/decoded.ts';
import { isStorable } from './text/text-rules.ts';

/** A longer path is no address that a blog had. */
export const MAX_REDIRECT_PATH = 2_000;

/** Old blogs used these parameters instead of a path; the rest of a query is ignored. */
const ID_QUERY = /^\?(?:.*&)?(p|page_id|attachment_id|cat)=(\d+)(?:&.*)?$/;

/**
 * Old addresses are stored and compared in this form: decoded, in lower case, and without a slash at the end; `/?p=1`
 * keeps its query. Null if it is no path of a site.
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
