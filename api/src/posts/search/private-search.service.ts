import type { Post } from '@longhand/contract/posts/posts';
import { privateSearchText } from '@longhand/contract/posts/search';
import { normalizeTags } from '@longhand/contract/posts/tags';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { Database } from '../../database/tables.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { readSnapshot, tryToRead } from '../../documents/snapshots.ts';
import { readForm } from '../../documents/working-copies.repository.ts';
import type { Renderer } from '../../rendering/render.ts';
import { orAsSource } from '../../rendering/sanitise.ts';
import {
  readUnsearchedCopies,
  readUnsearchedTrash,
  saveCopySearchText,
  saveTrashSearchText,
} from './private-search.repository.ts';

type Written = Pick<Post, 'title' | 'excerpt' | 'content' | 'tags'>;

async function textOf({ renderText }: Renderer, { content, ...fields }: Written): Promise<string> {
  const { visibleContent } = await orAsSource(content, renderText);
  return privateSearchText({ ...fields, visibleContent });
}

export function searchTextOfForm(
  renderer: Renderer,
  { title = '', excerpt = '', content = '', tags = '' }: WorkingCopy['form'],
): Promise<string> {
  return textOf(renderer, { title, excerpt, content, tags: normalizeTags([tags]) });
}

/** Rows have no search text if they are older than the column, or if the text could not be made. */
export async function fillSearchTexts(db: Database, renderer: Renderer): Promise<void> {
  for await (const rows of readUnsearchedTrash(db))
    for (const { id, snapshot, deleted_at } of rows) {
      const owner = { id, storedAt: deleted_at };
      const read = () => readSnapshot(POSTS, POSTS.stored, snapshot, owner);
      const post = tryToRead(read, () => {});
      if (post) await saveTrashSearchText(db, id, await textOf(renderer, post));
    }
  for await (const rows of readUnsearchedCopies(db))
    for (const row of rows) {
      const form = tryToRead(
        () => readForm(POSTS, row),
        () => {},
      );
      if (form) await saveCopySearchText(db, row, await searchTextOfForm(renderer, form));
    }
}
