import { MAX_LINK_TARGETS } from '@longhand/contract/limits';
import type { LinkTarget } from '@longhand/contract/link-targets';
import type {
  AdminPostSummary,
  Post,
  PostInput,
  PostVersion,
  Preview,
  TrashedPost,
  WholeTrashedPost,
} from '@longhand/contract/posts';
import type { NewPreviewLink, PreviewLink } from '@longhand/contract/preview-links';
import type { TagCount } from '@longhand/contract/tags';
import type { WorkingCopySummary } from '@longhand/contract/working-copies';
import { list, listAllParts, listPart, parse, request, savedCopy, send } from './request.ts';

export const postCalls = {
  listPosts: () => list<AdminPostSummary>('/admin/posts?view=summary'),
  /** Posts with the text in title, excerpt, tags or body. */
  searchPosts: (text: string, signal: AbortSignal, isBackground = false) =>
    list<AdminPostSummary>(`/admin/posts?view=summary&q=${encodeURIComponent(text)}`, {
      signal,
      isBackground,
    }),
  /** Also those of posts in the trash. */
  searchWorkingCopies: (text: string, signal: AbortSignal) =>
    list<WorkingCopySummary>(`/admin/working-copies?q=${encodeURIComponent(text)}`, { signal }),
  searchTrash: (text: string, signal: AbortSignal) =>
    list<TrashedPost>(`/admin/trash?q=${encodeURIComponent(text)}`, { signal }),
  async findPost(id: string): Promise<Post | undefined> {
    const posts = await list<Post>(`/admin/posts?id=${encodeURIComponent(id)}`);
    return posts.find((post) => post.id === id);
  },
  /** Without its body. */
  async findPostSummary(id: string): Promise<AdminPostSummary | undefined> {
    const query = `view=summary&id=${encodeURIComponent(id)}`;
    const posts = await list<AdminPostSummary>(`/admin/posts?${query}`, { isBackground: true });
    return posts.find((post) => post.id === id);
  },
  /** With a key that was used before for the same input, the response is the post that was created then. */
  async createPost(
    input: PostInput,
    key: string,
    copy?: number,
  ): Promise<{ post: Post; isNew: boolean }> {
    const headers = { 'idempotency-key': key, ...savedCopy(copy) };
    const response = await send('POST', '/admin/posts', { body: input, headers });
    return { post: parse<Post>(response), isNew: response.status !== 200 };
  },
  updatePost: (id: string, input: PostInput, version: number, copy?: number) =>
    request<Post>('PUT', `/admin/posts/${id}`, {
      body: input,
      headers: { 'if-match': `"${version}"`, ...savedCopy(copy) },
    }),
  deletePost: (id: string) => request<undefined>('DELETE', `/admin/posts/${id}`),

  listWorkingCopies: () => list<WorkingCopySummary>('/admin/working-copies'),
  listTrash: () => listAllParts<TrashedPost>('/admin/trash'),
  findTrashedPost: (id: string) => request<WholeTrashedPost>('GET', `/admin/trash/${id}`),
  deletePostForGood: (id: string) => request<undefined>('DELETE', `/admin/trash/${id}`),
  restorePost: (id: string) => request<Post>('POST', `/admin/trash/${id}/restore`),

  /** From the newest, or the part that another one leads to. */
  listPostVersions: (id: string, limit: number, next: string | null) =>
    listPart<PostVersion>(next ?? `/admin/posts/${id}/revisions?limit=${limit}`),
  findPostVersion: (id: string, version: number) =>
    request<Post>('GET', `/admin/posts/${id}/revisions/${version}`),

  /** Of all posts, the most used first. */
  listTags: () => list<TagCount>('/admin/tags', { isBackground: true }),
  listPreviewLinks: (id: string) => list<PreviewLink>(`/admin/posts/${id}/preview-links`),
  createPreviewLink: (id: string, expires_in_days: number) =>
    request<NewPreviewLink>('POST', `/admin/posts/${id}/preview-links`, {
      body: { expires_in_days },
    }),
  revokePreviewLink: (id: string, link: string) =>
    request<undefined>('DELETE', `/admin/posts/${id}/preview-links/${link}`),

  preview: (content: string, signal: AbortSignal, isBackground: boolean) =>
    request<Preview>('POST', '/admin/preview', { body: { content }, signal, isBackground }),

  /** Those that lead to no post are left out. */
  async findLinkTargets(slugs: readonly string[], signal: AbortSignal): Promise<LinkTarget[]> {
    const targets: LinkTarget[] = [];
    for (let first = 0; first < slugs.length; first += MAX_LINK_TARGETS) {
      const some = slugs.slice(first, first + MAX_LINK_TARGETS).join(',');
      const path = `/admin/link-targets?slugs=${some}`;
      targets.push(...(await request<LinkTarget[]>('GET', path, { signal, isBackground: true })));
    }
    return targets;
  },
};
