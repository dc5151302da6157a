import { TRASH_DAYS } from '@longhand/contract/limits';
import type { TrashListQuery } from '@longhand/contract/posts/post-lists';
import { daysBefore } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/problem.ts';
import type { DocumentKind, StoredDocument } from './document-kinds.ts';
import { explainCorruptSnapshot, type OnCorrupt } from './snapshots.ts';
import * as trash from './trash.repository.ts';
import { deleteVersions } from './versions.repository.ts';
import { deleteWorkingCopy } from './working-copies.repository.ts';

type Rules<Stored, Rendered, Restored> = {
  /** Runs before the transaction, which blocks other writers. */
  readonly render: (document: Stored) => Promise<Rendered>;
  readonly insert: (
    trx: Transaction,
    found: trash.FoundInTrash<Stored>,
    rendered: Rendered,
  ) => Promise<Restored>;
  /** Versions and the working copy are deleted without it. */
  readonly deleteBelongings?: (trx: Transaction, id: string) => Promise<void>;
};

export function createTrash<
  Stored extends StoredDocument,
  Summary extends object,
  Rendered,
  Restored,
>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  kind: DocumentKind<Stored, Summary>,
  { render, insert, deleteBelongings }: Rules<Stored, Rendered, Restored>,
) {
  const notInTrash = () => notFound(`There is no ${kind.name} with this id in the trash.`);

  async function find(id: string) {
    const found = await trash.findInTrash(db, kind, id).catch((error) => {
      throw explainCorruptSnapshot(error, `The copy of this ${kind.name} in the trash`);
    });
    if (!found) throw notInTrash();
    return found;
  }

  async function deleteOwned(trx: Transaction, id: string): Promise<void> {
    await deleteVersions(trx, kind, id);
    await deleteWorkingCopy(trx, kind, id);
    await deleteBelongings?.(trx, id);
  }

  return {
    listTrash: (query: TrashListQuery, onCorrupt: OnCorrupt) =>
      trash.listTrash(db, kind, query, onCorrupt),

    async findDeleted(id: string) {
      const { document, deletedAt } = await find(id);
      return { ...document, deleted_at: deletedAt };
    },

    /** Restoring is not a change of the document, so its version and dates stay. */
    async restore(id: string): Promise<Restored> {
      for (;;) {
        const found = await find(id);
        const rendered = await render(found.document);
        const result = await inTransaction(db, async (trx) => {
          // Another request has restored it, or deleted it again.
          if (!(await trash.removeFromTrash(trx, kind, id, found.text))) return undefined;
          return { restored: await insert(trx, found, rendered) };
        });
        if (result) return result.restored;
      }
    },

    async deleteForGood(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await trash.removeFromTrash(trx, kind, id))) throw notInTrash();
        await deleteOwned(trx, id);
      });
    },

    async purgeTrash(): Promise<number> {
      const before = daysBefore(clock(), TRASH_DAYS).toISOString();
      return inTransaction(db, async (trx) => {
        const purged = await trash.purgeTrash(trx, kind, before);
        for (const id of purged) await deleteOwned(trx, id);
        return purged.length;
      });
    },
  };
}
