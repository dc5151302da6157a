import { useState } from 'react';
import { isUnsaved, type ListedPost, type ListMatches, type UnsavedPost } from './post-list.ts';

/** Only posts that the list shows count as selected. */
export function useSelection({ matches, inBody }: ListMatches<ListedPost | UnsavedPost>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectable = [...matches, ...inBody].filter((post): post is ListedPost => !isUnsaved(post));
  return {
    ids,
    selectable,
    selected: selectable.filter(({ id }) => ids.has(id)),
    select(posts: readonly ListedPost[], isSelected: boolean) {
      const next = new Set(ids);
      for (const { id } of posts) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
