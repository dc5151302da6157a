import { isOwnAddress } from '@longhand/contract/pages/page-addresses';
import { topicFromPath } from '@longhand/contract/posts/topic-paths';
import type { Redirect } from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Database } from '../database/tables.ts';
import { documentPath } from '../documents/document-kinds.ts';
import { type Addresses, findDocument } from './redirect-addresses.ts';
import {
  findPublicAddress,
  findRedirect,
  isPublicTopic,
  type RedirectTarget,
  type StoredRedirect,
} from './redirects.repository.ts';

/** A longer chain of redirects is treated as a loop. */
const MAX_STEPS = 20;

/** Drafts have an address, too; null if the document is deleted. */
function presentAddress({ post_slug, page_slug, to_address }: StoredRedirect): string | null {
  if (post_slug !== null) return documentPath('post', post_slug);
  return page_slug === null ? to_address : documentPath('page', page_slug);
}

export function toListed(row: StoredRedirect): Omit<Redirect, 'is_used' | 'is_automatic'> {
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

/** Null if no redirect can start at this address. */
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

/** Undefined if the path does not redirect; `to` is null if its target is not public. */
async function stepFrom(
  db: Database,
  path: string,
): Promise<{ readonly to: string | null } | undefined> {
  if (isOwnAddress(path)) return undefined;
  const document = await findDocument(db, path);
  if (document && !document.isDeleted) {
    const to = await findPublicAddress(db, document.target);
    return to === path ? undefined : { to };
  }
  const row = await findRedirect(db, path);
  if (!row) return document && { to: null };
  const { to, is_public } = toListed(row);
  return { to: is_public && (await isThere(db, to)) ? to : null };
}

/** A topic has a page only while a public post has it. */
async function isThere(db: Database, to: string | null): Promise<boolean> {
  const topic = to?.startsWith('/topics/') ? topicFromPath(to) : '';
  return topic === '' || isPublicTopic(db, topic);
}

/** Null if the path does not redirect, or its final target is not public. */
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
