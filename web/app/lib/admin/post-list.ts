import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts';
import { foldCase } from '@longhand/contract/text';

export const SHOWN = {
  all: 'All',
  published: 'Published',
  draft: 'Draft',
  trash: 'Trash',
} as const;
export type Shown = keyof typeof SHOWN;

export const SORTS = { title: 'Title', status: 'Status', created: 'Created' } as const;
export type SortBy = keyof typeof SORTS;

/** The list's settings in the dashboard's URL. */
export type ListView = {
  readonly shown: Shown;
  readonly query: string;
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
    sortBy,
    descending: (search.get('order') ?? defaultOrder(sortBy)) === 'desc',
  };
}

/** Newest first for dates, A to Z for text. */
function defaultOrder(sortBy: SortBy): 'asc' | 'desc' {
  return sortBy === 'created' ? 'desc' : 'asc';
}

export function writeView({ shown, query, sortBy, descending }: ListView): URLSearchParams {
  const order = descending ? 'desc' : 'asc';
  const entries = {
    show: shown === 'all' ? '' : shown,
    q: query,
    sort: sortBy === 'created' ? '' : sortBy,
    order: order === defaultOrder(sortBy) ? '' : order,
  };
  return new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== ''));
}

/** Sorting by the same column again reverses the order. */
export function sortedBy(view: ListView, sortBy: SortBy): ListView {
  const descending = view.sortBy === sortBy ? !view.descending : defaultOrder(sortBy) === 'desc';
  return { ...view, sortBy, descending };
}

type Listed = AdminPostSummary | TrashedPost;

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function dateOf(post: Listed): string {
  return 'deleted_at' in post ? post.deleted_at : post.created_at;
}

const ASCENDING: Readonly<Record<SortBy, (a: Listed, b: Listed) => number>> = {
  title: (a, b) => collator.compare(a.title, b.title),
  status: (a, b) => Number(b.published) - Number(a.published),
  created: (a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0),
};

export function viewPosts<Post extends Listed>(posts: readonly Post[], view: ListView): Post[] {
  const query = foldCase(view.query.trim());
  const compare = ASCENDING[view.sortBy];
  const direction = view.descending ? -1 : 1;
  return posts
    .filter(({ published }) =>
      view.shown === 'published' ? published : view.shown !== 'draft' || !published,
    )
    .filter((post) =>
      [post.title, post.excerpt, ...post.tags].some((text) => foldCase(text).includes(query)),
    )
    .toSorted((a, b) => direction * compare(a, b));
}
