import { setImmediate } from 'node:timers/promises';
import {
  MAX_REDIRECTS_LISTED,
  type Redirect,
  type RedirectImport,
  type RedirectInput,
  type RedirectListQuery,
} from '@longhand/contract/redirect-list';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { searchable } from '@longhand/contract/search';
import type { Clock } from '../clock.ts';
import { readCsv } from '../csv.ts';
import { BATCH_SIZE } from '../database/batches.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import {
  type Checked,
  checkRedirect,
  documentOf,
  type ImportedRedirect,
} from './check-redirect.ts';
import { redirectsAsCsv } from './export-redirects.ts';
import { addressesIn, readOldPath } from './redirect-addresses.ts';
import { follow, toListed } from './redirect-chains.ts';
import {
  isRefusal,
  noSuchRedirect,
  type Refusal,
  refusalSentence,
  refused,
} from './redirect-problems.ts';
import type { RedirectTarget, StoredRedirect } from './redirects.repository.ts';
import * as redirects from './redirects.repository.ts';

type Options = { readonly db: Database; readonly clock: Clock; readonly siteUrl: string };

function hasTarget(row: RedirectTarget, { post_id, page_id, to_address }: RedirectTarget) {
  return row.post_id === post_id && row.page_id === page_id && row.to_address === to_address;
}

function hasText(row: StoredRedirect, text: string): boolean {
  const { from, to, title } = toListed(row);
  return [from, to, title].some((value) => searchable(value ?? '').includes(text));
}

/** Of a whole address, the old path is searched for. */
function readQuery(q: string): string {
  const isAddress = /^(?:https?:\/)?\//i.test(q.trim());
  return searchable((isAddress && readOldPath(q)) || q);
}

function createReader({ db }: Options) {
  /** One more than the limit, if there are so many. */
  async function search(text: string, limit: number, after: string): Promise<StoredRedirect[]> {
    const found: StoredRedirect[] = [];
    for await (const rows of redirects.readRedirects(db, after)) {
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
          ? await redirects.listRedirects(db, cursor, limit + 1)
          : await search(text, limit, cursor);
      const { entries, next } = cutPart(rows, limit, ({ from_path }) => from_path);
      return { entries: entries.map(toListed), next };
    },

    /** Where an old address, also one of a renamed post, leads readers; null also if that is not public. */
    async findPublic(path: string): Promise<string | null> {
      const from = normalRedirectPath(path);
      return from === null ? null : follow(db, from);
    },

    exportCsv: () => redirectsAsCsv(db),
  };
}

export function createRedirectsService(options: Options) {
  const { db, clock, siteUrl } = options;
  const check = (trx: DatabaseTransaction, redirect: ImportedRedirect) =>
    checkRedirect(addressesIn(trx), redirect, siteUrl);
  const insert = (trx: DatabaseTransaction, { from, target }: Checked) =>
    redirects.insertRedirect(trx, from, target, clock().toISOString());

  async function addChecked(trx: DatabaseTransaction, input: RedirectInput): Promise<Redirect> {
    const checked = await check(trx, input);
    if (typeof checked === 'string') throw refused(checked);
    if (!(await insert(trx, checked))) throw refused('exists');
    return findListed(trx, checked.from);
  }

  async function findListed(trx: DatabaseTransaction, from: string): Promise<Redirect> {
    const row = await redirects.findRedirect(trx, from);
    if (!row) throw noSuchRedirect();
    return toListed(row);
  }

  async function removeIn(trx: DatabaseTransaction, from: string): Promise<void> {
    const isRemoved = await redirects.deleteRedirect(trx, normalRedirectPath(from) ?? from);
    if (!isRemoved) throw noSuchRedirect();
  }

  /** What the list says replaces what is here. */
  async function replace(
    trx: DatabaseTransaction,
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

  /** Also false for one in the trash: an export has no trash. */
  async function hasDocument(trx: DatabaseTransaction, redirect: ImportedRedirect) {
    const target = documentOf(redirect);
    return target === undefined || redirects.isHere(trx, target);
  }

  /**
   * Adds those whose old address is free, and returns the paths that are used now. What leads somewhere
   * already stays: it may have been changed here.
   */
  async function addFree(trx: DatabaseTransaction, imported: readonly ImportedRedirect[]) {
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

    /** Returns how many were free. */
    addImported: async (trx: DatabaseTransaction, imported: readonly ImportedRedirect[]) =>
      (await addFree(trx, imported)).added,

    /** Of a list that may name documents which are not here: those are left out. */
    async addListed(trx: DatabaseTransaction, listed: readonly ImportedRedirect[]) {
      const present: ImportedRedirect[] = [];
      for (const redirect of listed) if (await hasDocument(trx, redirect)) present.push(redirect);
      return addFree(trx, present);
    },

    /** In several transactions with pauses, so that readers do not wait for a long list. */
    async importCsv(csv: string): Promise<RedirectImport> {
      const report: RedirectImport = { added: 0, changed: 0, unchanged: 0, refused: [] };
      const lines = await readCsv(csv, ['from', 'to']);
      for (let start = 0; start < lines.length; start += BATCH_SIZE) {
        await inTransaction(db, async (trx) => {
          for (const { line, ...input } of lines.slice(start, start + BATCH_SIZE)) {
            const outcome = await replace(trx, input);
            if (isRefusal(outcome))
              report.refused.push({ line, from: input.from, reason: refusalSentence(outcome) });
            else report[outcome] += 1;
          }
        });
        // SQLite answers at once, so nothing else would run until the end.
        await setImmediate();
      }
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
