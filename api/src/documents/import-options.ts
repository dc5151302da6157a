import type { Transaction } from '../database/tables.ts';

/** The dates that the document has in the other blog. */
export type ImportedDates = { readonly created_at: string; readonly updated_at: string };

export type ImportOptions = {
  /** The time that dates of the import are compared with. */
  readonly now: string;
  /** Runs in the transaction of the document, before it is stored. If it returns false, nothing is stored. */
  readonly storeWith: (trx: Transaction, id: string) => Promise<boolean>;
};

/** Knows the addresses of the documents that are here, and of those that are going to be imported. */
export type ImportPlan = {
  readonly slugOf: ReadonlyMap<string, string>;
  /** Also true if the document is in the trash. */
  isHere(id: string): boolean;
  /** Returns a slug that is still free, as close to this one as possible. Null if there can be no more. */
  choose(wanted: string): string | null;
};
