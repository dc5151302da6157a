import { MAX_PAGES } from '@longhand/contract/pages/page-addresses';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { decoded } from '@longhand/contract/text/decoded';
import { slugFromTitle } from '@longhand/contract/text/slug-from-title';
import type { Database } from '../database/tables.ts';
import { documentPath } from '../documents/document-kinds.ts';
import type { ImportPlan } from '../documents/import-options.ts';
import { listImported } from './imported-items.repository.ts';
import { joinKey, keyOf, keyPart } from './item-key.ts';
import type { FoundDocument, FoundItem, ImportSource } from './source.ts';

export type Planned =
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'post' | 'page'; readonly slug: string };

type Known = { readonly kind: 'post' | 'page'; readonly documentId: string };

const HERE_ALREADY = 'It was already imported.';
const DELETED_HERE = 'It was imported before and then deleted here, so it stays deleted.';
const TWICE = 'It is in the file twice; the first one was used.';
const TOO_MANY_PAGES = `A site has at most ${MAX_PAGES} pages, so this one was not imported.`;

function wantedSlug({ kind, slug, title, sourceId, language }: FoundDocument): string {
  const texts = [decoded(slug ?? ''), title, `${kind} ${sourceId}`, kind];
  for (const text of texts) {
    const wanted = slugFromTitle(text, language ?? '');
    if (wanted !== '') return wanted;
  }
  return kind;
}

/** Pages have no drafts: a page that is not public becomes a post that is not public either. */
function kindHere({ kind, status, publishedAt }: FoundDocument, now: Date): 'post' | 'page' {
  const isPublic = status === 'public' && !(publishedAt !== null && publishedAt > now);
  return kind === 'page' && isPublic ? 'page' : 'post';
}

type Parts = {
  readonly db: Database;
  readonly posts: ImportPlan;
  readonly pages: ImportPlan;
  readonly now: Date;
};

async function listKnown(db: Database, origin: string): Promise<Map<string, Known>> {
  const rows = await listImported(db, keyPart(origin));
  return new Map(
    rows.map(({ kind, document_id, ...key }) => [joinKey(key), { kind, documentId: document_id }]),
  );
}

/** All items are read once before: the address of each must be known before links to it are written. */
export async function planImport(
  source: ImportSource,
  { db, posts, pages, now }: Parts,
  onItem: (items: number) => void,
) {
  const known = await listKnown(db, source.origin);
  const inFile = new Set<string>();
  const planned: Planned[] = [];
  const addresses = new Map<string, string>();

  /** Includes names that only links in the archive use. */
  function rememberDocument({ addresses: old, links = [] }: FoundDocument, address: string): void {
    remember([...old, ...links], address);
  }

  function remember(old: readonly string[], address: string): void {
    // A link to the front page is no link to what was shown there.
    for (const path of old.map(normalRedirectPath))
      if (path !== null && path !== '/' && !addresses.has(path)) addresses.set(path, address);
  }

  function planKnown(document: FoundDocument, { kind, documentId }: Known): Planned {
    const slug = (kind === 'post' ? posts : pages).slugOf.get(documentId);
    if (slug === undefined) return { kind: 'skipped', reason: DELETED_HERE };
    rememberDocument(document, documentPath(kind, slug));
    return { kind: 'skipped', reason: HERE_ALREADY };
  }

  function planNew(document: FoundDocument): Planned {
    const kind = kindHere(document, now);
    const slug = (kind === 'post' ? posts : pages).choose(wantedSlug(document));
    if (slug === null) return { kind: 'skipped', reason: TOO_MANY_PAGES };
    rememberDocument(document, documentPath(kind, slug));
    return { kind, slug };
  }

  /** An export may come back to its own blog. */
  function findOwn({ kind, own }: FoundDocument): Known | undefined {
    const plan = kind === 'post' ? posts : pages;
    return own && plan.isHere(own.id) ? { kind, documentId: own.id } : undefined;
  }

  function plan(item: FoundItem): Planned {
    if (item.kind === 'skipped') return { kind: 'skipped', reason: item.reason };
    const key = joinKey(keyOf(item));
    if (inFile.has(key)) return { kind: 'skipped', reason: TWICE };
    inFile.add(key);
    const imported = known.get(key) ?? findOwn(item);
    return imported ? planKnown(item, imported) : planNew(item);
  }

  for await (const item of source.items()) {
    planned.push(plan(item));
    onItem(planned.length);
  }
  for (const redirect of source.redirects())
    if ('to' in redirect) remember([redirect.from], redirect.to);
  return { planned, newAddress: (path: string) => addresses.get(path) };
}
