import { firstWords } from '@longhand/contract/text/first-words';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/tables.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { tryToRead } from '../../documents/snapshots.ts';
import { listUntitledForms, readForm } from '../../documents/working-copies.repository.ts';
import { createWorkingCopies } from '../../documents/working-copies.service.ts';
import { type Renderer, renderInThisThread } from '../../rendering/render.ts';
import { postExists } from '../posts.repository.ts';
import { latestFirst, searchWorkingCopies } from '../search/private-search.repository.ts';
import { searchTextOfForm } from '../search/private-search.service.ts';

type Options = {
  readonly renderer?: Renderer;
  readonly onError?: (error: unknown) => void;
};

/** By the id of the copy. A damaged one has no name here; the doctor reports it. */
async function nameUntitled(db: Database): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const row of await listUntitledForms(db, POSTS)) {
    const form = tryToRead(
      () => readForm(POSTS, row),
      () => {},
    );
    if (form) names.set(row.id, firstWords(form));
  }
  return names;
}

export function createWorkingCopiesService(
  db: Database,
  clock: Clock,
  { renderer = renderInThisThread, onError }: Options = {},
) {
  const copies = createWorkingCopies({ db, clock }, POSTS, {
    exists: postExists,
    async columnsOf(form: WorkingCopy['form']) {
      // Without a search text the copy is kept all the same; the next start makes it.
      const search_text = await searchTextOfForm(renderer, form).catch((error) => {
        onError?.(error);
        return null;
      });
      return { search_text };
    },
  });

  async function list(ids?: readonly string[]) {
    const listed = await copies.list(ids);
    const isUntitled = listed.some(({ post_id, title }) => post_id === null && title.trim() === '');
    const names = isUntitled ? await nameUntitled(db) : new Map<string, string>();
    return listed.map((copy) => ({ ...copy, first_words: names.get(copy.id) ?? '' }));
  }

  return {
    ...copies,
    list,

    /** Sorted by the latest change. Includes copies of posts in the trash. */
    async search(text: string) {
      const found = await searchWorkingCopies(db, text, list);
      return found.toSorted((a, b) => latestFirst(a.updated_at, b.updated_at));
    },
  };
}

export type PostWorkingCopies = ReturnType<typeof createWorkingCopiesService>;
