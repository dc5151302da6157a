import { isOwnAddress } from '@longhand/contract/page-addresses';
import type { Redirect } from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { topicFromPath } from '@longhand/contract/topic-paths';
import type { Database } from '../database/tables.ts';
import { documentPath } from '../documents/document-path.ts';
import { type Addresses, findDocument } from './redirect-addresses.ts';
import {
  findPublicAddress,
  findRedirect,
  isPublicTopic,
  type RedirectTarget,
  type StoredRedirect,
} from './redirects.repository.ts';

/** More than this many redirects from one to the next are treated as a loop. */
const MAX_STEPS = 20;

/** Where it leads, also to a draft; null if that is deleted. */
function presentAddress({ post_slug, page_slug, to_address }: StoredRedirect): string | null {
  if (post_slug !== null) return documentPath('post', post_slug);
  return page_slug === null ? to_address : documentPath('page', page_slug);
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
  { findRedirect }: Addresses,
  from: string,
  target: RedirectTarget,
): Promise<boolean> {
  let path = nextPath(target.to_address);
  for (let step = 0; path !== null && step < MAX_STEPS; step += 1) {
    if (path === from) return true;
    path = nextPath((await findRedirect(path))?.to_address ?? null);
  }
  return path !== null;
}

/** Where a reader gets from this path; `to` is null if that is not public. Undefined if the path stays. */
async function stepFrom(
  db: Database,
  path: string,
): Promise<{ readonly to: string | null } | undefined> {
  if (isOwnAddress(path)) return undefined;
  const document = await findDocument(db, path);
  if (document) {
    const to = await findPublicAddress(db, document);
    return to === path ? undefined : { to };
  }
  const row = await findRedirect(db, path);
  if (!row) return undefined;
  const { to, is_public } = toListed(row);
  return { to: is_public && (await isThere(db, to)) ? to : null };
}

/** A topic has a page while a public post has it. */
async function isThere(db: Database, to: string | null): Promise<boolean> {
  const topic = to?.startsWith('/topics/') ? topicFromPath(to) : '';
  return topic === '' || isPublicTopic(db, topic);
}

/** Where a reader gets in the end; null if the path leads nowhere else, or to what is not public. */
export async function follow(db: Database, from: string): Promise<string | null> {
  let to: string | null = null;
  let path: string | null = from;
  for (let count = 0; path !== null && count < MAX_STEPS; count += 1) {
    const step = await stepFrom(db, path);
    if (!step) return to;
    to = step.to;
    path = to === null ? null : normalRedirectPath(to);
  }
  return path === null ? to : null;
}
