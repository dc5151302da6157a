import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { useEffect, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { shownTitle } from '../post-form/shown-value.ts';
import { logFailure } from '../ui/alerts.ts';

const NOT_FOUND = 'A post in the trash';

/** The title is empty until it is known. */
export function usePostTitle(id: string) {
  const [known, setKnown] = useState({ id: '', title: '' });
  useEffect(() => {
    if (id === '' || known.id === id) return;
    let isWanted = true;
    const show = (post?: AdminPostSummary) =>
      isWanted && setKnown({ id, title: post ? shownTitle(post.title) : NOT_FOUND });
    adminApi.findPostSummary(id).then(show, logFailure);
    return () => {
      isWanted = false;
    };
  }, [id, known.id]);
  return {
    title: id !== '' && known.id === id ? known.title : '',
    remember: (post: AdminPostSummary) => setKnown({ id: post.id, title: shownTitle(post.title) }),
  };
}
