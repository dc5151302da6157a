import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { OfferedBulk } from './bulk-plans.ts';
import { countPosts, isOfTrash } from './bulk-words.ts';
import filters from './list-filters.module.css';
import { SearchField, StatusFilter, TopicFilter } from './list-filters.tsx';
import { ListMessageLine } from './list-message.tsx';
import { BodiesFailed, FoundCount, FoundInTrash } from './list-notes.tsx';
import {
  allOf,
  type ChangeView,
  countInTrash,
  isUnsaved,
  type ListedPost,
  type ListMatches,
  type ListView,
  readView,
  type Shown,
  SORTS,
  statusOf,
  topicsOf,
  type UnsavedPost,
  viewPosts,
  writeView,
} from './post-list.ts';
import { PostRow, UnsavedRow } from './post-row.tsx';
import { Rows } from './post-rows.tsx';
import styles from './post-table.module.css';
import { SelectAll, type SelectedIds, selectionOf, useSelectedIds } from './selection.tsx';
import { TrashList } from './trash-list.tsx';
import { type BodySearch, useBodySearch } from './use-body-search.ts';
import { useBulkChange } from './use-bulk-change.ts';
import { useEditorMessage } from './use-editor-message.ts';
import type { Lists, PostList } from './use-post-list.ts';

const NONE_FOUND = 'No posts found matching your criteria.';
const SEARCHING = 'Searching the texts…';

const notFound = ({ isSearching }: BodySearch) => (isSearching ? SEARCHING : NONE_FOUND);

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

/** The view that is in the address. What is chosen before the address has followed adds up. */
function useListView() {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => readView(search), [search]);
  const chosen = useRef(view);
  useEffect(() => {
    chosen.current = view;
  }, [view]);
  const change: ChangeView = (next) => {
    chosen.current = next(chosen.current);
    setSearch(writeView(chosen.current), { replace: true, preventScrollReset: true });
  };
  return [view, change] as const;
}

type Props = {
  list: PostList;
  interrupted: readonly OfferedBulk[];
  /** Why a list is not there, as a sentence. */
  failures: Readonly<Record<'posts' | 'trash', string | null>>;
  onRetry: () => void;
};

export function PostTable({ list, interrupted, failures, onRetry }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  const line = useRef<HTMLDivElement>(null);
  useEditorMessage(list.say, line);
  const [view, change] = useListView();
  const isTrash = view.shown === 'trash';
  const bodies = useBodySearch(view.query);
  const { posts, unsaved, trash } = list;
  const { found } = bodies;
  const counts = useMemo(() => countByStatus({ posts, unsaved, trash }), [posts, unsaved, trash]);
  const topics = useMemo(() => topicsOf(isTrash ? trash : posts), [isTrash, trash, posts]);
  const shown = useMemo(
    () => viewPosts([...posts, ...unsaved], view, found),
    [posts, unsaved, view, found],
  );
  const shownTrash = useMemo(() => viewPosts(trash, view, found), [trash, view, found]);
  const selectedPosts = useSelectedIds();
  const selectedTrash = useSelectedIds();
  // What could not be changed is selected again, for another attempt.
  const bulk = useBulkChange(list, {
    offers: interrupted,
    onEnd: (left, ended) => (isOfTrash(ended) ? selectedTrash : selectedPosts).select(left, true),
  });
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const bulkBar = (selected: readonly ListedPost[]) =>
    (selected.length > 0 || bulk.state || bulk.interrupted) && (
      <BulkBar
        // Another element for each state: one that grows would count as a layout shift.
        key={bulk.state?.status}
        count={selected.length}
        isTrash={isTrash}
        state={bulk.state}
        interrupted={bulk.interrupted}
        topics={topics}
        onChange={(next) => {
          if (bulk.start(next, selected)) (isTrash ? selectedTrash : selectedPosts).clear();
        }}
        onClear={(isTrash ? selectedTrash : selectedPosts).clear}
        onStop={bulk.stop}
        onClose={() => {
          bulk.close();
          focusHeading();
        }}
        onResume={bulk.resume}
        onLeave={(offer) => {
          bulk.leave(offer);
          focusHeading();
        }}
      />
    );
  const isSearch = view.query.trim() !== '';
  const failure = isTrash ? failures.trash : failures.posts;
  const common = { list, view, change, bulkBar, notFound: notFound(bodies) };
  return (
    <section aria-labelledby="all-posts">
      <div className={styles.bar}>
        <h2 id="all-posts" ref={heading} tabIndex={-1}>
          All Posts
        </h2>
        <StatusFilter
          counts={counts}
          current={view.shown}
          onChange={(shown) => change((now) => ({ ...now, shown }))}
        />
        <div className={filters.filters}>
          <TopicFilter
            topics={topics}
            current={view.tag}
            onChange={(tag) => change((now) => ({ ...now, tag }))}
          />
          <SearchField
            query={view.query}
            onQuery={(query) => change((now) => ({ ...now, query }))}
          />
        </div>
      </div>
      <ListMessageLine ref={line} message={list.message}>
        {isSearch && (
          <FoundCount count={(isTrash ? allOf(shownTrash) : allOf(shown)).length} bodies={bodies} />
        )}
        <FoundInTrash
          count={countInTrash(trash, view, found)}
          onShow={() => change((now) => ({ ...now, shown: 'trash' }))}
        />
        <BodiesFailed bodies={bodies} />
      </ListMessageLine>
      {failure && <LoadFailed text={failure} onRetry={onRetry} />}
      {isTrash ? (
        <TrashList
          isLoaded={failure === null}
          {...common}
          shown={shownTrash}
          selectedIds={selectedTrash}
          onEmpty={() => bulk.start({ kind: 'delete_for_good' }, trash, emptyQuestion(trash))}
        />
      ) : (
        <Posts {...common} shown={shown} selectedIds={selectedPosts} />
      )}
    </section>
  );
}

function emptyQuestion({ length }: readonly unknown[]): string {
  const what = length === 1 ? 'The post in it' : `All ${countPosts(length)} in it`;
  return `Empty the trash? ${what} will be deleted for good. This cannot be undone.`;
}

type PostsProps = {
  list: PostList;
  shown: ListMatches<ListedPost | UnsavedPost>;
  view: ListView;
  change: ChangeView;
  selectedIds: SelectedIds;
  notFound: string;
  bulkBar: (selected: readonly ListedPost[]) => React.ReactNode;
};

function Posts({ list, shown, view, change, selectedIds, notFound, bulkBar }: PostsProps) {
  const { posts, unsaved } = list;
  const selectable = allOf(shown).filter((post): post is ListedPost => !isUnsaved(post));
  const selection = selectionOf(selectable, selectedIds);
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
        empty={isEmpty ? 'No posts yet. Create your first post!' : notFound}
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
