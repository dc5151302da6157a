import { searchable } from '@longhand/contract/posts/search';
import {
  MAX_REDIRECTS_LISTED,
  type Redirect,
  type RedirectImport,
  type RedirectInput,
  type RedirectListQuery,
} from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import type { Context } from '../context.ts';
import { addRefusal, namedField, readCsv } from '../csv.ts';
import { inShortTransactions } from '../database/batches.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import {
  type Checked,
  checkRedirect,
  documentOf,
  type ImportedRedirect,
  isRefusal,
  noSuchRedirect,
  type Refusal,
  refusalSentence,
  refused,
} from './check-redirect.ts';
import { redirectsAsCsv } from './export-redirects.ts';
import { addressesIn, isUsedHere, readOldPath } from './redirect-addresses.ts';
import { follow, toListed } from './redirect-chains.ts';
import type { ListedAddress, RedirectTarget, StoredRedirect } from './redirects.repository.ts';
import * as redirects from './redirects.repository.ts';

type Options = Pick<Context, 'db' | 'clock'> & { readonly siteUrl: string };

function hasTarget(row: RedirectTarget, { post_id, page_id, to_address }: RedirectTarget) {
  return row.post_id === post_id && row.page_id === page_id && row.to_address === to_address;
}

async function toRedirect(
  db: Database,
  row: StoredRedirect & Partial<Pick<ListedAddress, 'is_automatic'>>,
): Promise<Redirect> {
  const is_automatic = row.is_automatic === 1;
  const is_used = is_automatic || !(await isUsedHere(addressesIn(db), row.from_path));
  return { ...toListed(row), is_used, is_automatic };
}

function hasText(row: StoredRedirect, text: string): boolean {
  const { from, to, title } = toListed(row);
  return [from, to, title].some((value) => searchable(value ?? '').includes(text));
}

/** For a whole address, only its path and query are searched for. */
function readQuery(q: string): string {
  const isAddress = /^(?:https?:\/)?\//i.test(q.trim());
  return searchable((isAddress && readOldPath(q)) || q);
}

function createReader({ db }: Options) {
  /** Returns more than the limit if there are more, so that the caller knows of a next part. */
  async function search(text: string, limit: number, after: string): Promise<ListedAddress[]> {
    const found: ListedAddress[] = [];
    for await (const rows of redirects.readWithFormer(db, after)) {
      found.push(...rows.filter((row) => hasText(row, text)));
      if (found.length > limit) break;
    }
    return found;
  }

  return {
    async list(query: RedirectListQuery): Promise<ListPart<Redirect>> {
      const { q = '', limit = MAX_REDIRECTS_LISTED, cursor = '' } = query;
      const text = readQuery(q);
      const rows =
        text === ''
          ? await redirects.listWithFormer(db, cursor, limit + 1)
          : await search(text, limit, cursor);
      const { entries, next } = cutPart(rows, limit, ({ from_path }) => from_path);
      const listed: Redirect[] = [];
      for (const row of entries) listed.push(await toRedirect(db, row));
      return { entries: listed, next };
    },

    /** Also follows the addresses of renamed posts; null if nothing public is at the end. */
    async findPublic(path: string): Promise<string | null> {
      const from = normalRedirectPath(path);
      return from === null ? null : follow(db, from);
    },

    exportCsv: () => redirectsAsCsv(db),
  };
}

export function createRedirectsService(options: Options) {
  const { db, clock, siteUrl } = options;
  const check = (trx: Transaction, redirect: ImportedRedirect) =>
    checkRedirect(addressesIn(trx), redirect, siteUrl);
  const insert = (trx: Transaction, { from, target }: Checked) =>
    redirects.insertRedirect(trx, from, target, clock().toISOString());

  async function addChecked(trx: Transaction, input: RedirectInput): Promise<Redirect> {
    const checked = await check(trx, input);
    if (typeof checked === 'string') throw refused(checked);
    if (!(await insert(trx, checked))) throw refused('exists');
    return findListed(trx, checked.from);
  }

  async function findListed(trx: Transaction, from: string): Promise<Redirect> {
    const row = await redirects.findRedirect(trx, from);
    if (!row) throw noSuchRedirect();
    return toRedirect(trx, row);
  }

  async function removeIn(trx: Transaction, from: string): Promise<void> {
    const isRemoved = await redirects.deleteRedirect(trx, normalRedirectPath(from) ?? from);
    if (!isRemoved) throw noSuchRedirect();
  }

  async function replace(
    trx: Transaction,
    input: RedirectInput,
  ): Promise<'added' | 'changed' | 'unchanged' | Refusal> {
    const checked = await check(trx, input);
    if (typeof checked === 'string') return checked;
    const existing = await redirects.findRedirect(trx, checked.from);
    if (existing && hasTarget(existing, checked.target)) return 'unchanged';
    if (existing) await redirects.deleteRedirect(trx, checked.from);
    await insert(trx, checked);
    return existing ? 'changed' : 'added';
  }

  /** False for a document in the trash, too: an export has no trash. */
  async function hasDocument(trx: Transaction, redirect: ImportedRedirect) {
    const target = documentOf(redirect);
    return target === undefined || redirects.isHere(trx, target);
  }

  /**
   * Adds those whose old address is free, and returns the paths that are used now. A redirect that is stored
   * already stays: it may have been changed here.
   */
  async function addFree(trx: Transaction, imported: readonly ImportedRedirect[]) {
    const outcome = { added: 0, paths: [] as string[] };
    for (const redirect of imported) {
      const checked = await check(trx, redirect);
      if (typeof checked === 'string') continue;
      outcome.paths.push(checked.from);
      if (await insert(trx, checked)) outcome.added += 1;
    }
    return outcome;
  }

  return {
    ...createReader(options),

    addImported: async (trx: Transaction, imported: readonly ImportedRedirect[]) =>
      (await addFree(trx, imported)).added,

    /** Leaves out redirects to documents that are not here. */
    async addListed(trx: Transaction, listed: readonly ImportedRedirect[]) {
      const present: ImportedRedirect[] = [];
      for (const redirect of listed) if (await hasDocument(trx, redirect)) present.push(redirect);
      return addFree(trx, present);
    },

    /** An interrupted import is completed by sending the list again: what was stored is unchanged then. */
    async importCsv(csv: string): Promise<RedirectImport> {
      const report: RedirectImport = {
        added: 0,
        changed: 0,
        unchanged: 0,
        refused: 0,
        refusals: [],
      };
      for await (const lines of readCsv(csv, ['from', 'to']))
        await inShortTransactions(db, lines, async (trx, { line, from, to }) => {
          const outcome = await replace(trx, { from, to });
          if (isRefusal(outcome))
            addRefusal(report, { line, from: namedField(from), reason: refusalSentence(outcome) });
          else report[outcome] += 1;
        });
      return report;
    },

    add: (input: RedirectInput) => inTransaction(db, (trx) => addChecked(trx, input)),

    change: (from: string, input: RedirectInput) =>
      inTransaction(db, async (trx) => {
        await removeIn(trx, from);
        return addChecked(trx, input);
      }),

    remove: (from: string) => inTransaction(db, (trx) => removeIn(trx, from)),
  };
}

export type RedirectsService = ReturnType<typeof createRedirectsService>;
