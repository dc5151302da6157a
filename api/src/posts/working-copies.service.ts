import type { WorkingCopy, WorkingCopyInput } from '@longhand/contract/working-copies';
import type { Clock } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { firstVersion } from '../database/working-copy-versions.ts';
import { ProblemError } from '../http/problem.ts';
import { postExists } from './posts.repository.ts';
import { noSuchPost } from './prepare-post.ts';
import { searchTextOfForm } from './private-search.service.ts';
import { type Renderer, renderInThisThread } from './rendering/render.ts';
import { isInTrash } from './trash.repository.ts';
import {
  deleteWorkingCopy,
  findWorkingCopyVersion,
  insertWorkingCopy,
  replaceWorkingCopy,
} from './working-copies.repository.ts';

/** Of the copy that a write replaces; `none` if there must not be one. */
type ExpectedCopy = number | 'none' | undefined;

function changedElsewhere(current: { readonly version: number } | undefined): ProblemError {
  const now = current ? `it is at version ${current.version} now` : 'there is none now';
  return new ProblemError(
    'edit-conflict',
    `The working copy was changed elsewhere: ${now}. Nothing was overwritten.`,
  );
}

async function findPostId(
  trx: DatabaseTransaction,
  id: string,
  { base_version }: WorkingCopyInput,
) {
  if (await postExists(trx, id)) return id;
  if (base_version > 0 || (await isInTrash(trx, id))) throw noSuchPost();
  return null;
}

type Options = {
  readonly renderer?: Renderer;
  /** When a copy is stored without its search text. */
  readonly onError?: (error: unknown) => void;
};

export function createWorkingCopiesService(
  db: Database,
  clock: Clock,
  { renderer = renderInThisThread, onError }: Options = {},
) {
  return {
    async save(id: string, input: WorkingCopyInput, expected: ExpectedCopy): Promise<WorkingCopy> {
      // Without it the text is kept all the same; the next start makes it.
      const searchText = await searchTextOfForm(renderer, input.form).catch((error) => {
        onError?.(error);
        return null;
      });
      return inTransaction(db, async (trx) => {
        const post_id = await findPostId(trx, id, input);
        const current = await findWorkingCopyVersion(trx, id);
        const isExpected = expected === undefined || expected === (current?.version ?? 'none');
        if (!isExpected) throw changedElsewhere(current);
        const now = clock().toISOString();
        const next: WorkingCopy = {
          id,
          post_id,
          ...input,
          version: current ? current.version + 1 : firstVersion(),
          created_at: current?.created_at ?? now,
          updated_at: now,
        };
        const isWritten = current
          ? await replaceWorkingCopy(trx, next, searchText, current.version)
          : await insertWorkingCopy(trx, next, searchText);
        if (!isWritten) throw changedElsewhere(await findWorkingCopyVersion(trx, id));
        return next;
      });
    },

    async discard(id: string, expected: number | undefined): Promise<void> {
      if (await deleteWorkingCopy(db, id, expected)) return;
      const current = await findWorkingCopyVersion(db, id);
      if (current) throw changedElsewhere(current);
    },
  };
}

export type WorkingCopiesService = ReturnType<typeof createWorkingCopiesService>;
