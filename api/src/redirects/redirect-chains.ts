import { isOwnAddress } from '@longhand/contract/page-addresses';
import type { Redirect } from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Database } from '../database/tables.ts';
import { findRedirect, type RedirectTarget, type StoredRedirect } from './redirects.repository.ts';

/** More than this many redirects from one to the next are treated as a loop. */
const MAX_STEPS = 20;

/** Where it leads, also to a draft; null if that is deleted. */
function presentAddress({ post_slug, page_slug, to_address }: StoredRedirect): string | null {
  if (post_slug !== null) return `/blog/${post_slug}`;
  return page_slug === null ? to_address : `/${page_slug}`;
}

export function toListed(row: StoredRedirect): Redirect {
  const to = presentAddress(row);
  return {
    from: row.from_path,
    to,
    target: row.post_id !== null ? 'post' : row.page_id !== null ? 'page' : 'address',
    id: row.post_id ?? row.page_id,
    title: row.post_title ?? row.page_title,
    is_public: row.post_id === null ? to !== null : row.post_published === 1,
  };
}

/** The path of the next redirect, if this one may lead to another. */
function nextPath(to: string | null): string | null {
  const path = to === null ? null : normalRedirectPath(to);
  return path === null || isOwnAddress(path) ? null : path;
}

export async function leadsBack(
  db: Database,
  from: string,
  target: RedirectTarget,
): Promise<boolean> {
  let path = nextPath(target.to_address);
  for (let step = 0; path !== null && step < MAX_STEPS; step += 1) {
    if (path === from) return true;
    path = nextPath((await findRedirect(db, path))?.to_address ?? null);
  }
  return path !== null;
}

/** The address after all redirects, for a reader: undefined if there is none, or it is not public. */
export async function follow(db: Database, from: string): Promise<string | undefined> {
  let row = await findRedirect(db, from);
  for (let step = 0; row && step < MAX_STEPS; step += 1) {
    const { to, is_public } = toListed(row);
    if (!is_public || to === null) return undefined;
    const path = row.to_address === null ? null : nextPath(to);
    row = path === null ? undefined : await findRedirect(db, path);
    if (!row) return to;
  }
  return undefined;
}
