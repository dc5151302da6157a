import type { PostQuery } from '@longhand/contract/posts/post-query';
import type { PublicPost } from '@longhand/contract/posts/posts';
import { matchesSearch, searchText, visibleText } from '@longhand/contract/posts/search';
import { foldCase } from '@longhand/contract/text/text-rules';

type Dated = { readonly published_at: string | null };

/** As the API makes them: the date in milliseconds, and three digits for posts with the same one. */
const KEYS_PER_MILLISECOND = 1_000;

/** The cursors of posts that are in order, newest first. */
function cursorsOf(posts: readonly Dated[]): number[] {
  const times = posts.map(({ published_at }) => Date.parse(published_at ?? ''));
  const last = new Map(times.map((time, index) => [time, index]));
  return times.map((time, index) => time * KEYS_PER_MILLISECOND + (last.get(time) ?? 0) - index);
}

function contains({ title, excerpt, content = '' }: PublicPost, query: string): boolean {
  return matchesSearch(searchText({ title, excerpt, visibleContent: visibleText(content) }), query);
}

/** Those that share tags with the post, the closest first. */
function relatedTo(posts: readonly PublicPost[], slug: string): PublicPost[] {
  const tags = new Set(posts.find((post) => post.slug === slug)?.tags.map(foldCase));
  const shared = (post: PublicPost) => post.tags.filter((tag) => tags.has(foldCase(tag))).length;
  return posts
    .filter((post) => post.slug !== slug && shared(post) > 0)
    .toSorted((a, b) => shared(b) - shared(a));
}

/** What comes after the cursor. */
export function after<Post extends Dated>(posts: readonly Post[], cursor: string | undefined) {
  if (cursor === undefined) return posts;
  const cursors = cursorsOf(posts);
  return posts.filter((_, index) => (cursors[index] ?? 0) < Number(cursor));
}

export type Part = { readonly posts: readonly object[]; readonly next: string | null };

/** What the API would answer with this list of all posts. */
export function partOf(all: readonly PublicPost[], query: PostQuery): Part {
  const { q = '', tag = '', related, limit = all.length, cursor } = query;
  const cursors = new Map(cursorsOf(all).map((key, index) => [all[index], key]));
  const found = (related === undefined ? after(all, cursor) : relatedTo(all, related))
    .filter(({ tags }) => tag === '' || tags.some((other) => foldCase(other) === foldCase(tag)))
    .filter((post) => q === '' || contains(post, q));
  const posts = found.slice(0, limit);
  const last = posts.at(-1);
  const next = found.length > limit && last ? String(cursors.get(last)) : null;
  if (query.view !== 'summary') return { posts, next };
  return { posts: posts.map(({ content: _, ...summary }) => summary), next };
}
