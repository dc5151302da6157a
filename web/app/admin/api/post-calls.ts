import { MAX_LINK_TARGETS } from '@longhand/contract/limits';
import type { BulkInput, BulkOutcome } from '@longhand/contract/posts/bulk-changes';
import type { LinkTarget } from '@longhand/contract/posts/post-lists';
import type {
  AdminPostSummary,
  Post,
  PostInput,
  PostVersion,
  Preview,
  PreviewInput,
  TrashedPost,
  WholeTrashedPost,
} from '@longhand/contract/posts/posts';
import type { NewPreviewLink, PreviewLink } from '@longhand/contract/posts/preview-links';
import type { TagCount } from '@longhand/contract/posts/tags';
import type { WorkingCopySummary } from '@longhand/contract/working-copies';
import { list, listAllParts, listPart, parse, request, savedCopy, send } from './request.ts';

export const postCalls = {
  listPosts: () => list<AdminPostSummary>('/admin/posts?view=summary'),
  /** Searches title, excerpt, tags and body. */
  searchPosts: (text: string, signal: AbortSignal, isBackground = false) =>
    list<AdminPostSummary>(`/admin/posts?view=summary&q=${encodeURIComponent(text)}`, {
      signal,
      isBackground,
    }),
  /** Finds those of posts in the trash, too. */
  searchWorkingCopies: (text: string, signal: AbortSignal) =>
    list<WorkingCopySummary>(`/admin/working-copies?q=${encodeURIComponent(text)}`, { signal }),
  searchTrash: (text: string, signal: AbortSignal) =>
    list<TrashedPost>(`/admin/trash?q=${encodeURIComponent(text)}`, { signal }),
  async findPost(id: string): Promise<Post | undefined> {
    const posts = await list<Post>(`/admin/posts?id=${encodeURIComponent(id)}`);
    return posts.find((post) => post.id === id);
  },
  async findPostSummary(id: string): Promise<AdminPostSummary | undefined> {
    const query = `view=summary&id=${encodeURIComponent(id)}`;
    const posts = await list<AdminPostSummary>(`/admin/posts?${query}`, { isBackground: true });
    return posts.find((post) => post.id === id);
  },
  /** If the key was used before for the same input, the response is the post that was created then. */
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
  changePosts: (body: BulkInput) =>
    request<{ outcomes: BulkOutcome[] }>('POST', '/admin/posts/bulk', { body }),

  createPostFromCopy: (id: string) => request<Post>('POST', `/admin/working-copies/${id}/post`),
  listWorkingCopies: () => list<WorkingCopySummary>('/admin/working-copies'),
  listTrash: () => listAllParts<TrashedPost>('/admin/trash'),
  findTrashedPost: (id: string) => request<WholeTrashedPost>('GET', `/admin/trash/${id}`),
  deletePostForGood: (id: string) => request<undefined>('DELETE', `/admin/trash/${id}`),
  restorePost: (id: string) => request<Post>('POST', `/admin/trash/${id}/restore`),

  /** Sorted newest first; `next` is the path of the next part. */
  listPostVersions: (id: string, limit: number, next: string | null) =>
    listPart<PostVersion>(next ?? `/admin/posts/${id}/revisions?limit=${limit}`),
  findPostVersion: (id: string, version: number) =>
    request<Post>('GET', `/admin/posts/${id}/revisions/${version}`),

  /** Sorted by use, most used first. */
  listTags: () => list<TagCount>('/admin/tags', { isBackground: true }),
  listPreviewLinks: (id: string) => list<PreviewLink>(`/admin/posts/${id}/preview-links`),
  createPreviewLink: (id: string, expires_in_days: number) =>
    request<NewPreviewLink>('POST', `/admin/posts/${id}/preview-links`, {
      body: { expires_in_days },
    }),
  revokePreviewLink: (id: string, link: string) =>
    request<undefined>('DELETE', `/admin/posts/${id}/preview-links/${link}`),

  preview: (body: PreviewInput, signal: AbortSignal, isBackground: boolean) =>
    request<Preview>('POST', '/admin/preview', { body, signal, isBackground }),

  /** Slugs without a post are left out. */
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
