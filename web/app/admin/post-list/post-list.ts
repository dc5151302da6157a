import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts/posts';
import { foldCase } from '@longhand/contract/text/text-rules';
import type { WorkingCopySummary } from '@longhand/contract/working-copies';

type Field =
  | ('id' | 'slug' | 'title' | 'excerpt' | 'tags' | 'published')
  | ('created_at' | 'updated_at' | 'published_at' | 'publish_at');

export type ListedPost = Pick<AdminPostSummary, Field> & {
  readonly workingCopy?: WorkingCopySummary;
  /** It exists only as a working copy, whose id it has. */
  readonly isUnsaved?: true;
  /** Undefined until it is known. */
  readonly views?: number;
};

export type ListedTrash = ListedPost & Pick<TrashedPost, 'deleted_at'>;

type Listed = ListedPost | ListedTrash;

/** A draft is called as it is being written; what readers see has its own title. */
function withCopy(post: ListedPost, workingCopy: WorkingCopySummary): ListedPost {
  const isRenamed = statusOf(post) === 'draft' && workingCopy.title.trim() !== '';
  return { ...post, ...(isRenamed && { title: workingCopy.title }), workingCopy };
}

function toUnsaved({ id, title, first_words, ...dates }: WorkingCopySummary): ListedPost {
  const { created_at, updated_at } = dates;
  return {
    ...{ id, slug: '', title: title.trim() || first_words || 'Untitled', excerpt: '', tags: [] },
    ...{ published: false, published_at: null, publish_at: null, created_at, updated_at },
    isUnsaved: true,
  };
}

export function withWorkingCopies(
  posts: readonly ListedPost[],
  copies: readonly WorkingCopySummary[],
): ListedPost[] {
  const byPost = new Map(copies.map((copy) => [copy.post_id, copy]));
  const saved = posts.filter(({ isUnsaved }) => !isUnsaved);
  return [
    ...saved.map((post) => {
      const copy = byPost.get(post.id);
      return copy ? withCopy(post, copy) : post;
    }),
    ...copies.filter(({ post_id }) => post_id === null).map(toUnsaved),
  ];
}

export function withViews(
  posts: readonly ListedPost[],
  counts: ReadonlyMap<string, number> | undefined,
): readonly ListedPost[] {
  if (!counts) return posts;
  return posts.map((post) => ({ ...post, views: counts.get(post.id) ?? 0 }));
}

/** In the order of the sort by status. */
export const STATUSES = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' } as const;
export type Status = keyof typeof STATUSES;
const STATUS_ORDER = Object.keys(STATUSES);

export function statusOf(post: Pick<Listed, 'published' | 'publish_at'>): Status {
  if (post.published) return 'published';
  return post.publish_at ? 'scheduled' : 'draft';
}

/** A draft is private as a whole. */
export function statusNote(post: Listed): string {
  return post.workingCopy && statusOf(post) !== 'draft' ? ' · private changes' : '';
}

export const SHOWN = { all: 'All', ...STATUSES, trash: 'Trash' } as const;
export type Shown = keyof typeof SHOWN;

export const SORTS = {
  title: 'Title',
  status: 'Status',
  created: 'Created',
  edited: 'Edited',
  published: 'Published',
  views: 'Views',
} as const;
export type SortBy = keyof typeof SORTS;

/** The list's settings in the dashboard's URL. */
export type ListView = {
  readonly shown: Shown;
  readonly query: string;
  /** Empty for all topics. */
  readonly tag: string;
  readonly sortBy: SortBy;
  readonly descending: boolean;
};

function oneOf<Name extends string>(names: Readonly<Record<Name, unknown>>, value: string | null) {
  return value !== null && Object.hasOwn(names, value) ? (value as Name) : undefined;
}

export function readView(search: URLSearchParams): ListView {
  const sortBy = oneOf(SORTS, search.get('sort')) ?? 'created';
  return {
    shown: oneOf(SHOWN, search.get('show')) ?? 'all',
    query: search.get('q') ?? '',
    tag: search.get('tag') ?? '',
    sortBy,
    descending: (search.get('order') ?? defaultOrder(sortBy)) === 'desc',
  };
}

/** Newest first for dates, most first for numbers, A to Z for text. */
function defaultOrder(sortBy: SortBy): 'asc' | 'desc' {
  return sortBy === 'title' || sortBy === 'status' ? 'asc' : 'desc';
}

export function writeView({ shown, query, tag, sortBy, descending }: ListView): URLSearchParams {
  const order = descending ? 'desc' : 'asc';
  const entries = {
    show: shown === 'all' ? '' : shown,
    q: query,
    tag,
    sort: sortBy === 'created' ? '' : sortBy,
    order: order === defaultOrder(sortBy) ? '' : order,
  };
  return new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== ''));
}

/** `next` gets the view that was chosen last, which the URL may not have yet. */
export type ChangeView = (next: (chosen: ListView) => ListView) => void;

export function sortedBy(view: ListView, sortBy: SortBy): ListView {
  const descending = view.sortBy === sortBy ? !view.descending : defaultOrder(sortBy) === 'desc';
  return { ...view, sortBy, descending };
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function editedAt(post: Listed): string {
  const copied = post.workingCopy?.updated_at ?? '';
  return copied > post.updated_at ? copied : post.updated_at;
}

/** Null for a post that is not public, whose date is one that it had or will have. */
export function publicSince(post: Listed): string | null {
  return post.published ? post.published_at : null;
}

const DATES: Readonly<Record<'created' | 'edited' | 'published', (post: Listed) => string | null>> =
  {
    created: (post) => ('deleted_at' in post ? post.deleted_at : post.created_at),
    edited: editedAt,
    published: publicSince,
  };

function compareBy({ sortBy, descending }: ListView): (a: Listed, b: Listed) => number {
  const direction = descending ? -1 : 1;
  if (sortBy === 'title') return (a, b) => direction * collator.compare(a.title, b.title);
  if (sortBy === 'status') {
    const rank = (post: Listed) => STATUS_ORDER.indexOf(statusOf(post));
    return (a, b) => direction * (rank(a) - rank(b));
  }
  if (sortBy === 'views') return (a, b) => direction * ((a.views ?? 0) - (b.views ?? 0));
  const date = DATES[sortBy];
  return (a, b) => {
    const [left, right] = [date(a), date(b)];
    if (left === right) return 0;
    // Posts without a date come last in both directions.
    if (left === null || right === null) return left === null ? 1 : -1;
    return direction * (left < right ? -1 : 1);
  };
}

/** `text` must be in the form that `foldCase` returns. */
function contains(post: Listed, text: string): boolean {
  return [post.title, post.excerpt, ...post.tags].some((part) => foldCase(part).includes(text));
}

/** The ids of posts that the server has found. */
export type Found = {
  readonly inText: ReadonlySet<string>;
  /** Found in working copies; a post that was never saved has the id of its copy. */
  readonly inChanges: ReadonlySet<string>;
};

export const NOTHING_FOUND: Found = { inText: new Set(), inChanges: new Set() };

/** Posts that were found elsewhere than in title, excerpt or tags. */
export type ListGroup<Post> = { readonly label: string; readonly posts: readonly Post[] };

export type ListMatches<Post> = {
  /** Posts that match in title, excerpt or tags. */
  readonly matches: readonly Post[];
  readonly groups: readonly ListGroup<Post>[];
};

export function allOf<Post>({ matches, groups }: ListMatches<Post>): Post[] {
  return [...matches, ...groups.flatMap(({ posts }) => posts)];
}

/** Sorted. Why groups: posts that are found later must not move those that are being read. */
export function viewPosts<Post extends Listed>(
  posts: readonly Post[],
  view: ListView,
  { inText, inChanges }: Found = NOTHING_FOUND,
): ListMatches<Post> {
  const query = foldCase(view.query.trim());
  const tag = foldCase(view.tag);
  const isShown = (post: Post) =>
    (view.shown === 'all' || view.shown === 'trash' || statusOf(post) === view.shown) &&
    (tag === '' || post.tags.some((other) => foldCase(other) === tag));
  const compare = compareBy(view);
  const shown = posts.filter(isShown);
  if (query === '') return { matches: shown.toSorted(compare), groups: [] };
  const place = (post: Post) => {
    if (contains(post, query)) return 'matches';
    if (inText.has(post.id)) return 'text';
    return inChanges.has(post.id) ? 'changes' : 'nowhere';
  };
  const places = Map.groupBy(shown.toSorted(compare), place);
  const groups = [
    { label: 'Found in the text', posts: places.get('text') ?? [] },
    { label: 'Found in private changes', posts: places.get('changes') ?? [] },
  ];
  return {
    matches: places.get('matches') ?? [],
    groups: groups.filter((group) => group.posts.length > 0),
  };
}

export function countInTrash(trash: readonly ListedTrash[], view: ListView, found: Found): number {
  if (view.shown === 'trash' || view.query.trim() === '') return 0;
  return allOf(viewPosts(trash, { ...view, shown: 'trash' }, found)).length;
}

export type Topic = { readonly tag: string; readonly count: number };

/** Sorted alphabetically; spellings that differ only in case are one topic. */
export function topicsOf(posts: readonly Pick<Listed, 'tags'>[]): Topic[] {
  const spellings = new Map<string, number>();
  for (const { tags } of posts)
    for (const tag of tags) spellings.set(tag, (spellings.get(tag) ?? 0) + 1);
  const topics = new Map<string, Topic>();
  for (const [tag, count] of spellings) {
    const first = topics.get(foldCase(tag));
    topics.set(foldCase(tag), first ? { ...first, count: first.count + count } : { tag, count });
  }
  return [...topics.values()].toSorted((a, b) => collator.compare(a.tag, b.tag));
}
