import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Database } from '../database/tables.ts';
import { checkRedirect, documentOf, type ImportedRedirect } from './check-redirect.ts';
import { type Addresses, addressesIn } from './redirect-addresses.ts';
import { isHere, type RedirectTarget } from './redirects.repository.ts';

/** Counts what an import would add, in the same order and with the same checks; adds nothing. */
export function createRedirectCount(db: Database, siteUrl: string) {
  const stored = addressesIn(db);
  const documents = new Map<string, RedirectTarget>();
  const redirects = new Map<string, RedirectTarget>();
  const ids = new Set<string | null>();
  const addresses: Addresses = {
    findDocument: async (path) => documents.get(path) ?? stored.findDocument(path),
    findRedirect: async (path) => redirects.get(path) ?? stored.findRedirect(path),
  };

  async function isNew(redirect: ImportedRedirect): Promise<boolean> {
    const checked = await checkRedirect(addresses, redirect, siteUrl);
    if (typeof checked === 'string' || (await addresses.findRedirect(checked.from))) return false;
    redirects.set(checked.from, checked.target);
    return true;
  }

  async function count(imported: readonly ImportedRedirect[]): Promise<number> {
    let added = 0;
    for (const redirect of imported) if (await isNew(redirect)) added += 1;
    return added;
  }

  async function hasDocument(redirect: ImportedRedirect): Promise<boolean> {
    const target = documentOf(redirect);
    if (!target) return true;
    return ids.has(target.post_id ?? target.page_id) || isHere(db, target);
  }

  return {
    count,

    /** Skips redirects to documents that are neither here nor in the import. */
    async countListed(listed: readonly ImportedRedirect[]): Promise<number> {
      let added = 0;
      for (const redirect of listed)
        if (await hasDocument(redirect)) added += await count([redirect]);
      return added;
    },

    assumeDocument(target: RedirectTarget, paths: readonly string[]): void {
      ids.add(target.post_id ?? target.page_id);
      for (const path of paths) documents.set(normalRedirectPath(path) ?? path, target);
    },
  };
}
