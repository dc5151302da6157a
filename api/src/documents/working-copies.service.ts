import type { Context } from '../context.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import type { CopyForm, DocumentKind, StoredDocument } from './document-kinds.ts';
import { noSuchDocument } from './document-problems.ts';
import { explainCorruptSnapshot } from './snapshots.ts';
import { isInTrash } from './trash.repository.ts';
import { firstVersion } from './version-numbers.ts';
import * as copies from './working-copies.repository.ts';

/** The version of the copy that a write replaces; `none` if there must not be one. */
type ExpectedCopy = number | 'none' | undefined;

type CopyInput<Form> = { readonly base_version: number; readonly form: Form };

function changedElsewhere(current: { readonly version: number } | undefined): ProblemError {
  const now = current ? `it is at version ${current.version} now` : 'there is none now';
  return new ProblemError(
    'edit-conflict',
    `The working copy was changed elsewhere: ${now}. Nothing was overwritten.`,
  );
}

type Rules<Form> = {
  readonly exists: (db: Database, id: string) => Promise<boolean>;
  readonly columnsOf?: (form: Form) => Promise<{ readonly search_text: string | null }>;
};

export function createWorkingCopies<Form extends CopyForm>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  kind: DocumentKind<StoredDocument, object, Form>,
  { exists, columnsOf }: Rules<Form>,
) {
  async function findDocumentId(trx: Transaction, id: string, base_version: number) {
    if (await exists(trx, id)) return id;
    if (base_version > 0 || (await isInTrash(trx, kind, id))) throw noSuchDocument(kind.name);
    return null;
  }

  return {
    list: (ids?: readonly string[]) => copies.listWorkingCopies(db, kind, ids),

    find: (id: string) =>
      copies.findWorkingCopy(db, kind, id).catch((error) => {
        throw explainCorruptSnapshot(error, 'This working copy');
      }),

    async save(id: string, input: CopyInput<Form>, expected: ExpectedCopy) {
      const columns = await columnsOf?.(input.form);
      return inTransaction(db, async (trx) => {
        const documentId = await findDocumentId(trx, id, input.base_version);
        const current = await copies.findWorkingCopyVersion(trx, kind, id);
        const isExpected = expected === undefined || expected === (current?.version ?? 'none');
        if (!isExpected) throw changedElsewhere(current);
        const now = clock().toISOString();
        const next = {
          id,
          [kind.idColumn]: documentId,
          ...input,
          version: current ? current.version + 1 : firstVersion(),
          created_at: current?.created_at ?? now,
          updated_at: now,
        };
        const options = { expected: current?.version, ...columns };
        if (!(await copies.writeWorkingCopy(trx, kind, next, options)))
          throw changedElsewhere(await copies.findWorkingCopyVersion(trx, kind, id));
        return next;
      });
    },

    async discard(id: string, expected: number | undefined): Promise<void> {
      if (await copies.deleteWorkingCopy(db, kind, id, expected)) return;
      const current = await copies.findWorkingCopyVersion(db, kind, id);
      if (current) throw changedElsewhere(current);
    },
  };
}

export type WorkingCopiesService<Form extends CopyForm> = ReturnType<
  typeof createWorkingCopies<Form>
>;
