import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import {
  allOf,
  type ChangeView,
  countInTrash,
  type ListedPost,
  readView,
  type Shown,
  SORTS,
  statusOf,
  topicsOf,
  viewPosts,
  withViews,
  writeView,
} from '../post-list/post-list.ts';
import { usePostViews } from '../statistics/use-post-views.ts';
import filters from '../ui/lists/list-filters.module.css';
import { ListMessageLine } from '../ui/lists/list-message.tsx';
import { useSelectedIds } from '../ui/lists/selection.tsx';
import styles from '../ui/lists/table.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import type { OfferedBulk } from './bulk/bulk-plans.ts';
import { countPosts, isOfTrash } from './bulk/bulk-words.ts';
import { useBulkChange } from './bulk/use-bulk-change.ts';
import { SearchField, StatusFilter, TopicFilter } from './list-filters.tsx';
import { BodiesFailed, FoundCount, FoundInTrash } from './list-notes.tsx';
import { PostRow } from './post-row.tsx';
import { Rows } from './post-rows.tsx';
import { TrashList } from './trash-list.tsx';
import { type BodySearch, useBodySearch } from './use-body-search.ts';
import { useEditorMessage } from './use-editor-message.ts';
import type { Lists, PostList } from './use-post-list.ts';

const NO_POSTS = 'No posts yet. Create your first post!';
const NONE_FOUND = 'No posts found matching your criteria.';
const SEARCHING = 'Searching the texts…';

const { views: _views, ...SORTS_WITHOUT_VIEWS } = SORTS;

const notFound = ({ isSearching }: BodySearch) => (isSearching ? SEARCHING : NONE_FOUND);

function countByStatus({ posts, trash }: Lists): Record<Shown, number> {
  const counts = { all: posts.length, published: 0, scheduled: 0, draft: 0, trash: trash.length };
  for (const post of posts) counts[statusOf(post)] += 1;
  return counts;
}

/** The view in the URL. Choices add up even before the URL has been updated. */
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
  /** Sentences that say why a list could not be loaded. */
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
  const { trash } = list;
  const views = usePostViews();
  const posts = useMemo(() => withViews(list.posts, views.counts), [list.posts, views.counts]);
  const { found } = bodies;
  const counts = useMemo(() => countByStatus({ posts, trash }), [posts, trash]);
  const topics = useMemo(() => topicsOf(isTrash ? trash : posts), [isTrash, trash, posts]);
  const shown = useMemo(() => viewPosts(posts, view, found), [posts, view, found]);
  const shownTrash = useMemo(() => viewPosts(trash, view, found), [trash, view, found]);
  const selectedPosts = useSelectedIds();
  const selectedTrash = useSelectedIds();
  // Posts that could not be changed are selected again for another attempt.
  const bulk = useBulkChange(list, {
    offers: interrupted,
    onEnd: (left, ended) => (isOfTrash(ended) ? selectedTrash : selectedPosts).select(left, true),
  });
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const bulkBar = (selected: readonly ListedPost[]) =>
    (selected.length > 0 || bulk.state || bulk.interrupted) && (
      <BulkBar
        // A new element for each state, because one that grows would count as a layout shift.
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
  const isSearch = view.query.trim() !== '' && !(isTrash && trash.length === 0);
  const failure = isTrash ? failures.trash : failures.posts;
  const common = { list, view, change, bulkBar };
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
      {views.hasFailed && (
        <LoadFailed text="The views could not be loaded." onRetry={views.retry} />
      )}
      {isTrash ? (
        <TrashList
          isLoaded={failure === null}
          {...common}
          notFound={notFound(bodies)}
          shown={shownTrash}
          selectedIds={selectedTrash}
          onEmpty={() => bulk.start({ kind: 'delete_for_good' }, trash, emptyQuestion(trash))}
        />
      ) : (
        <Rows
          {...common}
          shown={shown}
          selectedIds={selectedPosts}
          sorts={views.isOn ? SORTS : SORTS_WITHOUT_VIEWS}
          empty={posts.length === 0 ? NO_POSTS : notFound(bodies)}
          Row={PostRow}
        />
      )}
    </section>
  );
}

function emptyQuestion({ length }: readonly unknown[]): string {
  const what = length === 1 ? 'The post in it' : `All ${countPosts(length)} in it`;
  return `Empty the trash? ${what} will be deleted for good. This cannot be undone.`;
}
