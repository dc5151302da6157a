import { useLayoutEffect } from 'react';
import {
  allOf,
  type ChangeView,
  type ListedPost,
  type ListedTrash,
  type ListGroup,
  type ListMatches,
  type ListView,
  type SortBy,
  sortedBy,
  writeView,
} from '../post-list/post-list.ts';
import { Button } from '../ui/button.tsx';
import { recallPosition, rememberPosition } from '../ui/dashboard-address.ts';
import { ListTable } from '../ui/lists/paged-list.tsx';
import { SelectAll, type SelectedIds, selectionOf } from '../ui/lists/selection.tsx';
import styles from '../ui/lists/table.module.css';
import { useGrowingList } from '../ui/lists/use-growing-list.ts';
import type { SelectableProps } from './post-row.tsx';
import type { PostList } from './use-post-list.ts';

type RowsProps<Entry> = {
  list: PostList;
  shown: ListMatches<Entry>;
  view: ListView;
  change: ChangeView;
  sorts: Partial<Record<SortBy, string>>;
  selectedIds: SelectedIds;
  bulkBar: (selected: readonly Entry[]) => React.ReactNode;
  empty: string;
  Row: React.ComponentType<SelectableProps<Entry>>;
  /** Above the table. */
  children?: React.ReactNode;
};

/** Shows `count` posts of all groups together. */
function groupsOf<Entry>(groups: readonly ListGroup<Entry>[], count: number): ListGroup<Entry>[] {
  let left = count;
  return groups.flatMap(({ label, posts }) => {
    const shown = posts.slice(0, Math.max(left, 0));
    left -= posts.length;
    return shown.length > 0 ? [{ label, posts: shown }] : [];
  });
}

function useListPosition(view: string, rows: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useLayoutEffect(() => {
    const position = recallPosition(view);
    if (position) window.scrollTo(0, position.top);
  }, []);
  // Why not useEffect: it would end only after the next page has scrolled to its top.
  useLayoutEffect(() => {
    const remember = () => rememberPosition({ view, top: window.scrollY, rows });
    remember();
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [view, rows]);
}

/** Posts that were found elsewhere are at the end. */
export function Rows<Entry extends ListedPost | ListedTrash>(props: RowsProps<Entry>) {
  const { list, shown: found, view, change, sorts, selectedIds, bulkBar, empty, Row } = props;
  const { matches, groups } = found;
  const identity = writeView(view).toString();
  const entries = allOf(found);
  const selection = selectionOf(entries, selectedIds);
  const [shown, end] = useGrowingList(entries, identity, recallPosition(identity)?.rows);
  useListPosition(identity, shown.length);
  const columns = [
    // biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <th key="box" scope="col" role="columnheader" className={styles.check}>
      <SelectAll selection={selection} />
    </th>,
    ...(Object.keys(sorts) as SortBy[]).map((sortBy) => (
      <SortHeader
        key={sortBy}
        name={sortBy}
        label={sorts[sortBy] ?? ''}
        sorted={view.sortBy === sortBy && (view.descending ? 'descending' : 'ascending')}
        onSort={() => change((now) => sortedBy(now, sortBy))}
      />
    )),
  ];
  const row = (post: Entry) => (
    <Row
      key={post.id}
      post={post}
      list={list}
      isSelected={selection.ids.has(post.id)}
      onSelect={(isSelected) => selection.select([post], isSelected)}
    />
  );
  return (
    <>
      {bulkBar(selection.selected)}
      {props.children}
      <div className={view.query === '' ? undefined : styles.searched}>
        {entries.length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <ListTable
            aria-labelledby="all-posts"
            data-sort={view.sortBy}
            columns={columns}
            actionsClass={styles.last}
          >
            {/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
            <tbody role="rowgroup">{shown.slice(0, matches.length).map(row)}</tbody>
            {groupsOf(groups, shown.length - matches.length).map(({ label, posts }) => (
              <tbody key={label} role="rowgroup">
                <tr role="row" className={styles.group}>
                  <td role="cell" colSpan={columns.length + 1}>
                    {label}
                  </td>
                </tr>
                {posts.map(row)}
              </tbody>
            ))}
            {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
          </ListTable>
        )}
        <div ref={end} />
      </div>
    </>
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
      <Button onClick={onSort}>
        {label}
        <span aria-hidden="true">{sorted && (sorted === 'ascending' ? '↑' : '↓')}</span>
      </Button>
    </th>
  );
}
