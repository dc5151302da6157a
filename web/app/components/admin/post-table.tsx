import { TRASH_DAYS } from '@longhand/contract/limits';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { recallPosition } from '../../lib/admin/dashboard-address.ts';
import { publishedMessage, readPublishedPost } from '../../lib/admin/list-message.ts';
import {
  isUnsaved,
  type ListedPost,
  type ListMatches,
  type ListView,
  readView,
  type Shown,
  SORTS,
  type SortBy,
  sortedBy,
  statusOf,
  topicsOf,
  type UnsavedPost,
  viewPosts,
  writeView,
} from '../../lib/admin/post-list.ts';
import { type BodySearch, useBodySearch } from '../../lib/admin/use-body-search.ts';
import { useBulkChange } from '../../lib/admin/use-bulk-change.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useGrowingList } from '../../lib/admin/use-growing-list.ts';
import { useListPosition } from '../../lib/admin/use-list-position.ts';
import type { Lists, PostList } from '../../lib/admin/use-post-list.ts';
import { useSite } from '../../lib/site.ts';
import admin from './admin.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { SearchField, StatusFilter, TopicFilter } from './list-filters.tsx';
import { ListMessageLine } from './list-message.tsx';
import { PostRow, TrashRow, UnsavedRow } from './post-row.tsx';
import styles from './post-table.module.css';

const NONE_FOUND = 'No posts found matching your criteria.';
const SEARCHING = 'Searching the texts…';

const NONE: ReadonlySet<string> = new Set();

/** Says that a post was published in the editor: once, not again after a reload. */
function usePublishedMessage({ say }: PostList): void {
  const { timeZone } = useSite();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  // After the first render: screen readers announce only what changes.
  const announce = useEffectEvent(() => {
    const published = readPublishedPost(state);
    if (!published) return;
    say(publishedMessage(published, timeZone));
    navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  });
  useEffect(() => announce(), []);
}

function countByStatus({ posts, unsaved, trash }: Lists): Record<Shown, number> {
  const counts = {
    all: posts.length + unsaved.length,
    published: 0,
    scheduled: 0,
    draft: unsaved.length,
    trash: trash.length,
  };
  for (const post of posts) counts[statusOf(post)] += 1;
  return counts;
}

export function PostTable({ list }: { list: PostList }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  usePublishedMessage(list);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const isTrash = view.shown === 'trash';
  const change = (next: Partial<ListView>) =>
    setSearch(writeView({ ...view, ...next }), { replace: true, preventScrollReset: true });
  const bodies = useBodySearch(isTrash ? '' : view.query);
  const { posts, unsaved, trash } = list;
  const counts = useMemo(() => countByStatus({ posts, unsaved, trash }), [posts, unsaved, trash]);
  const topics = useMemo(() => topicsOf(isTrash ? trash : posts), [isTrash, trash, posts]);
  const [selectedIds, setSelectedIds] = useState(NONE);
  // What could not be changed is selected again, for another attempt.
  const bulk = useBulkChange(list, (left) =>
    setSelectedIds((ids) => ids.union(new Set(left.map(({ id }) => id)))),
  );
  const bulkBar = (selected: readonly ListedPost[]) =>
    (selected.length > 0 || bulk.state) && (
      <BulkBar
        // Another element for each state: one that grows would count as a layout shift.
        key={bulk.state?.status}
        count={selected.length}
        state={bulk.state}
        topics={topics}
        onChange={(next) => {
          if (bulk.start(next, selected)) setSelectedIds(NONE);
        }}
        onClear={() => setSelectedIds(NONE)}
        onStop={bulk.stop}
        onClose={() => {
          bulk.close();
          heading.current?.focus({ preventScroll: true });
        }}
      />
    );
  return (
    <section aria-labelledby="all-posts">
      <div className={styles.bar}>
        <h2 id="all-posts" ref={heading} tabIndex={-1}>
          All Posts
        </h2>
        <StatusFilter
          counts={counts}
          current={view.shown}
          onChange={(shown) => change({ shown })}
        />
        <div className={styles.filters}>
          <TopicFilter topics={topics} current={view.tag} onChange={(tag) => change({ tag })} />
          <SearchField query={view.query} onQuery={(query) => change({ query })} />
        </div>
      </div>
      <ListMessageLine message={list.message}>
        {bodies.failed && (
          <p aria-live="polite">
            Only titles, excerpts and topics were searched: the texts could not be.{' '}
            <button type="button" className={admin.plain} onClick={bodies.retry}>
              Try again
            </button>
          </p>
        )}
      </ListMessageLine>
      {isTrash && bulkBar([])}
      {isTrash ? (
        <Rows
          {...viewPosts(trash, view)}
          view={view}
          change={change}
          sorts={{ title: 'Title', status: 'Status', created: 'Deleted' }}
          empty={
            trash.length === 0
              ? `The trash is empty. What is deleted stays here for ${TRASH_DAYS} days.`
              : NONE_FOUND
          }
          row={(post) => <TrashRow key={post.id} post={post} list={list} />}
        />
      ) : (
        <Posts {...{ list, view, change, bodies, selectedIds, setSelectedIds, bulkBar }} />
      )}
    </section>
  );
}

type SetSelected = (next: (ids: ReadonlySet<string>) => ReadonlySet<string>) => void;

type PostsProps = {
  list: PostList;
  view: ListView;
  change: (next: Partial<ListView>) => void;
  bodies: BodySearch;
  selectedIds: ReadonlySet<string>;
  setSelectedIds: SetSelected;
  bulkBar: (selected: readonly ListedPost[]) => React.ReactNode;
};

function Posts(props: PostsProps) {
  const { list, view, change, bodies, selectedIds, setSelectedIds, bulkBar } = props;
  const { posts, unsaved } = list;
  const address = writeView(view).toString();
  const shown = useMemo(
    () => viewPosts([...posts, ...unsaved], readView(new URLSearchParams(address)), bodies.found),
    [posts, unsaved, address, bodies.found],
  );
  const selection = selectionOf(shown, selectedIds, setSelectedIds);
  const isEmpty = posts.length + unsaved.length === 0;
  return (
    <>
      {bulkBar(selection.selected)}
      <Rows
        {...shown}
        view={view}
        change={change}
        sorts={SORTS}
        box={<SelectAll selection={selection} />}
        empty={
          isEmpty
            ? 'No posts yet. Create your first post!'
            : bodies.isSearching
              ? SEARCHING
              : NONE_FOUND
        }
        row={(post) =>
          isUnsaved(post) ? (
            <UnsavedRow key={post.id} post={post} list={list} />
          ) : (
            <PostRow
              key={post.id}
              post={post}
              list={list}
              isSelected={selection.ids.has(post.id)}
              onSelect={(isSelected) => selection.select([post], isSelected)}
            />
          )
        }
      />
    </>
  );
}

/** Only posts that the list shows count as selected. */
function selectionOf(
  { matches, inBody }: ListMatches<ListedPost | UnsavedPost>,
  ids: ReadonlySet<string>,
  setIds: SetSelected,
) {
  const selectable = [...matches, ...inBody].filter((post): post is ListedPost => !isUnsaved(post));
  return {
    ids,
    selectable,
    selected: selectable.filter(({ id }) => ids.has(id)),
    select(posts: readonly ListedPost[], isSelected: boolean) {
      const changed = new Set(posts.map(({ id }) => id));
      setIds((now) => (isSelected ? now.union(changed) : now.difference(changed)));
    },
  };
}

function SelectAll({ selection }: { selection: ReturnType<typeof selectionOf> }) {
  const { selectable, selected, select } = selection;
  const isAll = selected.length > 0 && selected.length === selectable.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !isAll;
  });
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all posts shown"
        checked={isAll}
        onChange={() => select(selectable, !isAll)}
      />
    </label>
  );
}

type RowsProps<Entry> = ListMatches<Entry> & {
  view: ListView;
  change: (next: Partial<ListView>) => void;
  /** The labels of the columns. */
  sorts: Partial<Record<SortBy, string>>;
  box?: React.ReactNode;
  empty: string;
  row: (entry: Entry) => React.ReactNode;
};

function Rows<Entry>(props: RowsProps<Entry>) {
  const { matches, inBody, view, change, sorts, box, empty, row } = props;
  const identity = writeView(view).toString();
  const entries = [...matches, ...inBody];
  const [shown, end] = useGrowingList(entries, identity, recallPosition(identity)?.rows);
  useListPosition(identity, shown.length);
  return (
    <div className={view.query === '' ? undefined : styles.searched}>
      {entries.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        // biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
        <table
          className={styles.table}
          role="table"
          aria-labelledby="all-posts"
          data-sort={view.sortBy}
        >
          <thead role="rowgroup">
            <tr role="row">
              {box !== undefined && (
                <th scope="col" role="columnheader" className={styles.check}>
                  {box}
                </th>
              )}
              {(Object.keys(sorts) as SortBy[]).map((sortBy) => (
                <SortHeader
                  key={sortBy}
                  name={sortBy}
                  label={sorts[sortBy] ?? ''}
                  sorted={view.sortBy === sortBy && (view.descending ? 'descending' : 'ascending')}
                  onSort={() => change(sortedBy(view, sortBy))}
                />
              ))}
              <th scope="col" role="columnheader" className={styles.last}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">{shown.slice(0, matches.length).map(row)}</tbody>
          {shown.length > matches.length && (
            <tbody role="rowgroup">
              <tr role="row" className={styles.group}>
                <td role="cell" colSpan={Object.keys(sorts).length + 2}>
                  Found in the text
                </td>
              </tr>
              {shown.slice(matches.length).map(row)}
            </tbody>
          )}
        </table>
        // biome-ignore-end lint/a11y/noRedundantRoles: as above
      )}
      <div ref={end} />
    </div>
  );
}

type SortHeaderProps = {
  name: SortBy;
  label: string;
  sorted: 'ascending' | 'descending' | false;
  onSort: () => void;
};

function SortHeader({ name, label, sorted, onSort }: SortHeaderProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <th scope="col" role="columnheader" data-column={name} aria-sort={sorted || undefined}>
      <button type="button" onClick={onSort}>
        {label}
        <span aria-hidden="true">{sorted && (sorted === 'ascending' ? '↑' : '↓')}</span>
      </button>
    </th>
  );
}
