import type { TagCount } from '@longhand/contract/tags';
import { useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';

/** The tags of all posts, once `load` was called; none if they cannot be loaded. */
export function useTagsInUse(): { tags: readonly TagCount[]; load: () => void } {
  const [tags, setTags] = useState<readonly TagCount[]>([]);
  const requested = useRef(false);
  function load(): void {
    if (requested.current) return;
    requested.current = true;
    adminApi.listTags().then(setTags, () => {
      // Tried again at the next focus.
      requested.current = false;
    });
  }
  return { tags, load };
}
