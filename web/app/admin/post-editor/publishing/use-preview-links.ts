import type { Post } from '@longhand/contract/posts/posts';
import type { NewPreviewLink, PreviewLink } from '@longhand/contract/posts/preview-links';
import { useEffect, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { logFailure } from '../../ui/alerts.ts';
import { DAY_MS } from '../../words/date-and-time.ts';

export type ListedLink = PreviewLink & { readonly isRevoked?: boolean };

/** Revoked links stay listed so that nothing moves. */
export function usePreviewLinks({ id: postId, published }: Pick<Post, 'id' | 'published'>) {
  const [links, setLinks] = useState<readonly ListedLink[]>([]);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [created, setCreated] = useState<NewPreviewLink | null>(null);

  function load(): void {
    setStatus('loading');
    adminApi.listPreviewLinks(postId).then(
      (found) => {
        // A link may have been created while the list was loading.
        setLinks((all) => [
          ...found.filter(({ id }) => all.every((link) => link.id !== id)),
          ...all,
        ]);
        setStatus('ready');
      },
      (error) => {
        logFailure(error);
        setStatus('failed');
      },
    );
  }
  useEffect(load, [postId]);

  async function succeeds(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  return {
    links,
    status,
    created,
    load,
    create: (days: number) =>
      succeeds(async () => {
        const link = await adminApi.createPreviewLink(postId, days);
        setCreated(link);
        const { id, expires_at } = link;
        const created_at = new Date(Date.parse(expires_at) - days * DAY_MS).toISOString();
        const shows_changes = published;
        setLinks((all) => [...all, { id, created_at, expires_at, shows_changes }]);
      }),
    revoke: (id: string) =>
      succeeds(async () => {
        await adminApi.revokePreviewLink(postId, id);
        setLinks((all) =>
          all.map((link) => (link.id === id ? { ...link, isRevoked: true } : link)),
        );
      }),
  };
}
