import type { DatabaseTransaction } from '../database/tables.ts';

/** That a document has in another blog. */
export type ImportedDates = { readonly created_at: string; readonly updated_at: string };

export type ImportOptions = {
  /** The time at which dates were compared with the present. */
  readonly now: string;
  /** Runs in the transaction of the document, before it is stored; nothing is stored if it answers false. */
  readonly storeWith: (trx: DatabaseTransaction, id: string) => Promise<boolean>;
};

/** The addresses of what is here and of what is going to be imported. */
export type ImportPlan = {
  /** The present slug of each document, by its id. */
  readonly slugOf: ReadonlyMap<string, string>;
  /** Also if it is in the trash. */
  isHere(id: string): boolean;
  /** A slug that is still free, as close to this one as possible; null if there can be no more. */
  choose(wanted: string): string | null;
};
