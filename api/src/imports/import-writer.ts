import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { documentPath } from '../documents/document-path.ts';
import type { AddUpload } from '../images/add-upload.ts';
import type { ImportedPage, OwnPage } from '../pages/import-pages.service.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { ImportedPost, OwnPost } from '../posts/import-posts.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { RedirectsService } from '../redirects/redirects.service.ts';
import type { SiteService } from '../site/site.service.ts';
import {
  insertImported,
  insertImportedRedirect,
  listImportedRedirects,
} from './imported-items.repository.ts';
import { type ItemKey, keyPart } from './item-key.ts';
import type { FoundDocument, FoundRedirect } from './source.ts';

/** Longer ones do not fit into an index of PostgreSQL. */
const MAX_PATH_BYTES = 2_000;
const REDIRECTS_PER_TRANSACTION = 100;

/** A document with what is stored together with it. */
export type ImportedItem = {
  readonly key: ItemKey;
  /** Where it was in the old blog. */
  readonly addresses: readonly string[];
  /** The time of the import. */
  readonly now: string;
  readonly own?: FoundDocument['own'];
};

/** How many old addresses lead to it now; undefined if another import has stored it. */
type Stored = { readonly redirects: number } | undefined;

/** What an import changes. */
export type ImportWriter = {
  readonly addPicture: AddUpload;
  /** These two fail with a `ProblemError` if the content cannot be shown. */
  storePost(post: ImportedPost, item: ImportedItem): Promise<Stored>;
  storePage(page: ImportedPage, item: ImportedItem): Promise<Stored>;
  /** Of an export of this software: what is not set here; what cannot be used is left out. */
  storeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Whether an upload of this name is here. */
  hasPicture(name: string): Promise<boolean>;
  /** Returns how many there are now that were not there before. One that was removed here stays so. */
  storeRedirects(redirects: Iterable<FoundRedirect>): Promise<number>;
};

export type WriterParts = {
  readonly db: Database;
  readonly origin: string;
  readonly posts: PostsService;
  readonly pages: PagesService;
  readonly redirects: Pick<RedirectsService, 'addImported' | 'addListed'>;
  readonly addPicture: AddUpload;
  readonly hasPicture: ImportWriter['hasPicture'];
  readonly clock: Clock;
  readonly importSettings: SiteService['importSettings'];
};

/** Without those that cannot be stored, and without the address that the document has here. */
export function oldPaths(addresses: readonly string[], present: string): string[] {
  const paths = addresses.flatMap((address) => normalRedirectPath(address) ?? []);
  return [...new Set(paths)].filter(
    (path) => path !== present && Buffer.byteLength(path) <= MAX_PATH_BYTES,
  );
}

/** Those of earlier imports may have been removed here since then. */
export async function listNewRedirects(
  db: Database,
  origin: string,
  found: Iterable<FoundRedirect>,
): Promise<FoundRedirect[]> {
  const known = await listImportedRedirects(db, origin);
  return [...found].filter(({ from }) =>
    oldPaths([from], '').some((path) => !known.has(keyPart(path))),
  );
}

function ownPost({ own }: ImportedItem): OwnPost | undefined {
  return own && 'slugChosen' in own ? own : undefined;
}

function ownPage({ own }: ImportedItem): OwnPage | undefined {
  return own && 'placement' in own ? own : undefined;
}

export function createImportWriter(parts: WriterParts): ImportWriter {
  const { db, origin, posts, pages, redirects, clock, importSettings } = parts;

  async function addListed(trx: DatabaseTransaction, listed: readonly FoundRedirect[]) {
    const { added, paths } = await redirects.addListed(trx, listed);
    const now = clock().toISOString();
    for (const path of paths)
      await insertImportedRedirect(trx, { origin, path: keyPart(path), now });
    return added;
  }

  /** In one transaction with the document. */
  async function store<Document>(
    kind: 'post' | 'page',
    slug: string,
    { key, addresses, now }: ImportedItem,
    insert: (options: {
      now: string;
      storeWith: (trx: DatabaseTransaction, id: string) => Promise<boolean>;
    }) => Promise<Document | undefined>,
  ): Promise<Stored> {
    let added = 0;
    const inserted = await insert({
      now,
      async storeWith(trx, document_id) {
        const item = { origin, ...key, kind, document_id, imported_at: now };
        if (!(await insertImported(trx, item))) return false;
        const target = kind === 'post' ? { post: document_id } : { page: document_id };
        const rows = oldPaths(addresses, documentPath(kind, slug)).map((from) => ({
          from,
          ...target,
        }));
        added = await redirects.addImported(trx, rows);
        return true;
      },
    });
    return inserted && { redirects: added };
  }

  return {
    addPicture: parts.addPicture,
    hasPicture: parts.hasPicture,

    storePost: (post, item) =>
      store('post', post.slug, item, (options) => posts.importPost(post, options, ownPost(item))),

    storePage: (page, item) =>
      store('page', page.slug, item, (options) => pages.importPage(page, options, ownPage(item))),

    storeSettings: async (settings) => void (await importSettings(settings)),

    async storeRedirects(found) {
      let added = 0;
      const rows = await listNewRedirects(db, origin, found);
      for (let first = 0; first < rows.length; first += REDIRECTS_PER_TRANSACTION) {
        const some = rows.slice(first, first + REDIRECTS_PER_TRANSACTION);
        added += await inTransaction(db, (trx) => addListed(trx, some));
      }
      return added;
    },
  };
}
