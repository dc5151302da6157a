import type { Post } from '@longhand/contract/posts/posts';
import EditorRoute, { clientLoader as loadEditor } from '../app/routes/admin/editor.tsx';
import HistoryRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/history.tsx';
import { createFakeApi } from './fake-api.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  {
    path: 'admin/posts/edit/:id/history',
    Component: HistoryRoute,
    loader: clientLoader,
    shouldRevalidate,
  },
  { path: 'admin/posts/edit/:id', Component: EditorRoute, loader: loadEditor },
] as unknown as Parameters<typeof mountRoutes>[0];

/** The history of a post that had other fields before. */
export function openHistory(
  before: Partial<Post>,
  after: Partial<Post>,
  api = createFakeApi(),
  failures = 0,
): Post {
  const post = api.addPost({ ...after, version: 2 });
  const earlier = { ...post, ...before, version: 1 };
  const { version, title, published, updated_at: saved_at } = earlier;
  const versions = `GET /admin/posts/${post.id}/revisions`;
  api.on(versions, { json: [{ version, title, published, saved_at }] });
  let left = failures;
  api.on(`${versions}/1`, () => {
    left -= 1;
    return left < 0 ? { json: earlier } : { status: 500 };
  });
  mountRoutes(ROUTES, `/admin/posts/edit/${post.id}/history`, api);
  return post;
}
