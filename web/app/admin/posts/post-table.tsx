import { TRASH_DAYS } from '@longhand/contract/limits';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import admin from '../ui/admin.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { BulkBar } from './bulk-bar.tsx';
import { countPosts } from './bulk-change.ts';
import type { OfferedBulk } from './bulk-plans.ts';
import { SearchField, StatusFilter, TopicFilter } from './list-filters.tsx';
import { ListMessageLine } from './list-message.tsx';
import {
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
import { PostRow, TrashRow, UnsavedRow } from './post-row.tsx';
import { Rows } from './post-rows.tsx';
import styles from './post-table.module.css';
import { publishedMessage, readPublishedPost } from './published-message.ts';
import { type BodySearch, useBodySearch } from './use-body-search.ts';
import { useBulkChange } from './use-bulk-change.ts';
import type { Lists, PostList } from './use-post-list.ts';

const NONE_FOUND = 'No posts found matching your criteria.';
const SEARCHING = 'Searching the texts…';

const notFound = ({ isSearching }: BodySearch) => (isSearching ? SEARCHING : NONE_FOUND);

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

type Props = { list: PostList; interrupted: readonly OfferedBulk[] };

export function PostTable({ list, interrupted }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  usePublishedMessage(list);
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const isTrash = view.shown === 'trash';
  const change = (next: Partial<ListView>) =>
    setSearch(writeView({ ...view, ...next }), { replace: true, preventScrollReset: true });
  const bodies = useBodySearch(view.query);
  const { posts, unsaved, trash } = list;
  const counts = useMemo(() => countByStatus({ posts, unsaved, trash }), [posts, unsaved, trash]);
  const topics = useMemo(() => topicsOf(isTrash ? trash : posts), [isTrash, trash, posts]);
  const [selectedIds, setSelectedIds] = useState(NONE);
  // What could not be changed is selected again, for another attempt.
  const onEnd = (left: readonly ListedPost[]) =>
    setSelectedIds((ids) => ids.union(new Set(left.map(({ id }) => id))));
  const bulk = useBulkChange(list, { offers: interrupted, onEnd });
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const bulkBar = (selected: readonly ListedPost[]) =>
    (selected.length > 0 || bulk.state || bulk.interrupted) && (
      <BulkBar
        // Another element for each state: one that grows would count as a layout shift.
        key={bulk.state?.status}
        count={selected.length}
        state={bulk.state}
        interrupted={bulk.interrupted}
        topics={topics}
        onChange={(next) => {
          if (bulk.start(next, selected)) setSelectedIds(NONE);
        }}
        onClear={() => setSelectedIds(NONE)}
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
        <FoundInTrash
          count={countInTrash(trash, view, bodies.found)}
          onShow={() => change({ shown: 'trash' })}
        />
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
          {...viewPosts(trash, view, bodies.found)}
          view={view}
          change={change}
          sorts={{ title: 'Title', status: 'Status', created: 'Deleted' }}
          empty={
            trash.length === 0
              ? `The trash is empty. Deleted posts stay here for ${TRASH_DAYS} days.`
              : notFound(bodies)
          }
          row={(post) => <TrashRow key={post.id} post={post} list={list} />}
        />
      ) : (
        <Posts {...{ list, view, change, bodies, selectedIds, setSelectedIds, bulkBar }} />
      )}
    </section>
  );
}

function FoundInTrash({ count, onShow }: { count: number; onShow: () => void }) {
  const isOne = count === 1;
  return (
    count > 0 && (
      <p aria-live="polite">
        {countPosts(count)} in the trash {isOne ? 'matches' : 'match'}, too.{' '}
        <button type="button" className={admin.plain} onClick={onShow}>
          Show {isOne ? 'it' : 'them'}
        </button>
      </p>
    )
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
        empty={isEmpty ? 'No posts yet. Create your first post!' : notFound(bodies)}
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
  { matches, groups }: ListMatches<ListedPost | UnsavedPost>,
  ids: ReadonlySet<string>,
  setIds: SetSelected,
) {
  const selectable = [...matches, ...groups.flatMap(({ posts }) => posts)].filter(
    (post): post is ListedPost => !isUnsaved(post),
  );
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
