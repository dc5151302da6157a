import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/tables.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { createWorkingCopies } from '../../documents/working-copies.service.ts';
import { postExists } from '../posts.repository.ts';
import { type Renderer, renderInThisThread } from '../rendering/render.ts';
import { latestFirst, searchWorkingCopies } from '../search/private-search.repository.ts';
import { searchTextOfForm } from '../search/private-search.service.ts';

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
  const copies = createWorkingCopies({ db, clock }, POSTS, {
    exists: postExists,
    async columnsOf(form: WorkingCopy['form']) {
      // Without it the text is kept all the same; the next start makes it.
      const search_text = await searchTextOfForm(renderer, form).catch((error) => {
        onError?.(error);
        return null;
      });
      return { search_text };
    },
  });
  return {
    ...copies,

    /** The latest change first; also those of posts in the trash. */
    async search(text: string) {
      const found = await searchWorkingCopies(db, text, copies.list);
      return found.toSorted((a, b) => latestFirst(a.updated_at, b.updated_at));
    },
  };
}

export type PostWorkingCopies = ReturnType<typeof createWorkingCopiesService>;
