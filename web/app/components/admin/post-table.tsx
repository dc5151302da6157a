import { TRASH_DAYS } from '@longhand/contract/limits';
import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  type ListView,
  readView,
  SHOWN,
  type Shown,
  SORTS,
  type SortBy,
  sortedBy,
  viewPosts,
  writeView,
} from '../../lib/admin/post-list.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useGrowingList } from '../../lib/admin/use-growing-list.ts';
import { type PostList, usePostList } from '../../lib/admin/use-post-list.ts';
import admin from './admin.module.css';
import { PostRow, TrashRow } from './post-row.tsx';
import styles from './post-table.module.css';

const NONE_FOUND = 'No posts found matching your criteria.';

type Props = { posts: readonly AdminPostSummary[]; trash: readonly TrashedPost[] };

export function PostTable(initial: Props) {
  const list = usePostList(initial);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const change = (next: Partial<ListView>) =>
    setSearch(writeView({ ...view, ...next }), { replace: true, preventScrollReset: true });
  return (
    <section aria-labelledby="all-posts">
      <div className={styles.bar}>
        <h2 id="all-posts" ref={heading} tabIndex={-1}>
          All Posts
        </h2>
        <StatusFilter list={list} current={view.shown} onChange={(shown) => change({ shown })} />
        <SearchField query={view.query} onQuery={(query) => change({ query })} />
      </div>
      <p role="status" className={styles.message}>
        {list.message}
      </p>
      {view.shown === 'trash' ? (
        <Rows
          entries={viewPosts(list.trash, view)}
          view={view}
          change={change}
          date="Deleted"
          empty={
            list.trash.length === 0
              ? `The trash is empty. What is deleted stays here for ${TRASH_DAYS} days.`
              : NONE_FOUND
          }
          row={(post) => <TrashRow key={post.id} post={post} list={list} />}
        />
      ) : (
        <Rows
          entries={viewPosts(list.posts, view)}
          view={view}
          change={change}
          date="Created"
          empty={list.posts.length === 0 ? 'No posts yet. Create your first post!' : NONE_FOUND}
          row={(post) => <PostRow key={post.id} post={post} list={list} />}
        />
      )}
    </section>
  );
}

type StatusFilterProps = { list: PostList; current: Shown; onChange: (shown: Shown) => void };

function StatusFilter({ list, current, onChange }: StatusFilterProps) {
  const counts: Record<Shown, number> = {
    all: list.posts.length,
    published: list.posts.filter((post) => post.published).length,
    draft: list.posts.filter((post) => !post.published).length,
    trash: list.trash.length,
  };
  return (
    <fieldset className={`${admin.toggles} ${styles.shown}`}>
      <legend className="visually-hidden">Show</legend>
      {(Object.keys(SHOWN) as Shown[]).map((shown) => (
        <button
          key={shown}
          type="button"
          aria-pressed={current === shown}
          onClick={() => onChange(shown)}
        >
          {SHOWN[shown]} <span>{counts[shown]}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Uncontrolled: the URL is updated later than the next key press. */
function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field && document.activeElement !== field) field.value = query;
  }, [query]);
  return (
    <input
      ref={input}
      className="field"
      type="search"
      aria-label="Search posts"
      placeholder="Search posts..."
      maxLength={200}
      defaultValue={query}
      onChange={(event) => onQuery(event.target.value)}
    />
  );
}

type RowsProps<Entry> = {
  entries: readonly Entry[];
  view: ListView;
  change: (next: Partial<ListView>) => void;
  date: string;
  empty: string;
  row: (entry: Entry) => React.ReactNode;
};

function Rows<Entry>({ entries, view, change, date, empty, row }: RowsProps<Entry>) {
  const [shown, end] = useGrowingList(entries, writeView(view).toString());
  if (entries.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
      <table className={styles.table} role="table" aria-labelledby="all-posts">
        <thead role="rowgroup">
          <tr role="row">
            {(Object.keys(SORTS) as SortBy[]).map((sortBy) => (
              <SortHeader
                key={sortBy}
                label={sortBy === 'created' ? date : SORTS[sortBy]}
                sorted={view.sortBy === sortBy && (view.descending ? 'descending' : 'ascending')}
                onSort={() => change(sortedBy(view, sortBy))}
              />
            ))}
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">{shown.map(row)}</tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      <div ref={end} />
    </>
  );
}

type SortHeaderProps = {
  label: string;
  sorted: 'ascending' | 'descending' | false;
  onSort: () => void;
};

function SortHeader({ label, sorted, onSort }: SortHeaderProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <th scope="col" role="columnheader" aria-sort={sorted || undefined}>
      <button type="button" onClick={onSort}>
        {label}
        <span aria-hidden="true">{sorted && (sorted === 'ascending' ? '↑' : '↓')}</span>
      </button>
    </th>
  );
}
