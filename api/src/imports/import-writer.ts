import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Context } from '../context.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { documentPath } from '../documents/document-kinds.ts';
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

/** Longer paths do not fit into an index of PostgreSQL. */
const MAX_PATH_BYTES = 2_000;
const REDIRECTS_PER_TRANSACTION = 100;

export type ImportedItem = {
  readonly key: ItemKey;
  /** Addresses in the old blog. */
  readonly addresses: readonly string[];
  readonly now: string;
  readonly own?: FoundDocument['own'];
};

/** `redirects` counts the old addresses that lead to it now; undefined if another import has stored it. */
type Stored = { readonly redirects: number } | undefined;

export type ImportWriter = {
  readonly addPicture: AddUpload;
  /** Both fail with a `ProblemError` if the content cannot be shown. */
  storePost(post: ImportedPost, item: ImportedItem): Promise<Stored>;
  storePage(page: ImportedPage, item: ImportedItem): Promise<Stored>;
  /** Stores the settings of an export of this software that are not set here and can be used. */
  storeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  hasPicture(uploadName: string): Promise<boolean>;
  /** Returns how many were added. A redirect that was removed here is not added again. */
  storeRedirects(redirects: Iterable<FoundRedirect>): Promise<number>;
};

export type WriterParts = Pick<Context, 'db' | 'clock'> & {
  readonly origin: string;
  readonly posts: PostsService;
  readonly pages: PagesService;
  readonly redirects: Pick<RedirectsService, 'addImported' | 'addListed'>;
  readonly addPicture: AddUpload;
  readonly hasPicture: ImportWriter['hasPicture'];
  readonly importSettings: SiteService['importSettings'];
};

/** Leaves out paths that cannot be stored, and the present address of the document. */
export function oldPaths(addresses: readonly string[], present: string): string[] {
  const paths = addresses.flatMap((address) => normalRedirectPath(address) ?? []);
  return [...new Set(paths)].filter(
    (path) => path !== present && Buffer.byteLength(path) <= MAX_PATH_BYTES,
  );
}

/** Leaves out redirects of earlier imports: the owner may have removed them. */
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

  async function addListed(trx: Transaction, listed: readonly FoundRedirect[]) {
    const { added, paths } = await redirects.addListed(trx, listed);
    const now = clock().toISOString();
    for (const path of paths)
      await insertImportedRedirect(trx, { origin, path: keyPart(path), now });
    return added;
  }

  /** Old addresses are stored in one transaction with the document. */
  async function store<Document>(
    kind: 'post' | 'page',
    slug: string,
    { key, addresses, now }: ImportedItem,
    insert: (options: {
      now: string;
      storeWith: (trx: Transaction, id: string) => Promise<boolean>;
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
