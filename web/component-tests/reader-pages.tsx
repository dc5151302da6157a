import type { RootData } from '../app/reader/site/site.ts';
import Blog, { clientLoader as loadBlog, shouldRevalidate } from '../app/routes/public/blog.tsx';
import Home, { clientLoader as loadHome } from '../app/routes/public/home.tsx';
import PostRoute, { clientLoader as loadPost } from '../app/routes/public/post.tsx';
import type { FakeApi } from './fake-api.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { index: true, Component: Home, loader: loadHome, shouldRevalidate },
  { path: 'blog', Component: Blog, loader: loadBlog, shouldRevalidate },
  { path: 'blog/:slug', Component: PostRoute, loader: loadPost, shouldRevalidate },
] as unknown as Parameters<typeof mountRoutes>[0];

/** A public page, as after a navigation in the browser. */
export function openPage(path: string, api: FakeApi, site: Partial<RootData> = {}): void {
  mountRoutes(ROUTES, path, api, site);
}
