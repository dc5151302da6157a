import type { Post } from '@longhand/contract/posts/posts';
import { privateSearchText } from '@longhand/contract/posts/search';
import { normalizeTags } from '@longhand/contract/posts/tags';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import type { Database } from '../../database/tables.ts';
import { POSTS } from '../../documents/document-kinds.ts';
import { CorruptSnapshot, readSnapshot } from '../../documents/snapshots.ts';
import { readForm } from '../../documents/working-copies.repository.ts';
import { UnrenderableError } from '../../rendering/html-tree.ts';
import type { Renderer } from '../../rendering/render.ts';
import { asSourceText } from '../../rendering/sanitise.ts';
import {
  readUnsearchedCopies,
  readUnsearchedTrash,
  saveCopySearchText,
  saveTrashSearchText,
} from './private-search.repository.ts';

type Written = Pick<Post, 'title' | 'excerpt' | 'content' | 'tags'>;

async function textOf({ renderText }: Renderer, { content, ...fields }: Written): Promise<string> {
  const { visibleContent } = await renderText(content).catch((error) => {
    if (!(error instanceof UnrenderableError)) throw error;
    return renderText(asSourceText(content));
  });
  return privateSearchText({ ...fields, visibleContent });
}

export function searchTextOfForm(
  renderer: Renderer,
  { title = '', excerpt = '', content = '', tags = '' }: WorkingCopy['form'],
): Promise<string> {
  return textOf(renderer, { title, excerpt, content, tags: normalizeTags([tags]) });
}

/** Undefined if the row is damaged, which the doctor reports. */
async function orUndefined(read: () => Promise<string>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CorruptSnapshot) return undefined;
    throw error;
  }
}

/** Rows have no search text if they are older than the column, or if the text could not be made. */
export async function fillSearchTexts(db: Database, renderer: Renderer): Promise<void> {
  for await (const rows of readUnsearchedTrash(db))
    for (const { id, snapshot, deleted_at } of rows) {
      const owner = { id, storedAt: deleted_at };
      const text = await orUndefined(async () =>
        textOf(renderer, readSnapshot(POSTS, POSTS.stored, snapshot, owner)),
      );
      if (text !== undefined) await saveTrashSearchText(db, id, text);
    }
  for await (const rows of readUnsearchedCopies(db))
    for (const row of rows) {
      const text = await orUndefined(async () => searchTextOfForm(renderer, readForm(POSTS, row)));
      if (text !== undefined) await saveCopySearchText(db, row, text);
    }
}
