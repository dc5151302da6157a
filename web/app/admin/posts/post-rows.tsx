import { recallPosition } from '../ui/dashboard-address.ts';
import { useGrowingList } from '../ui/use-growing-list.ts';
import {
  allOf,
  type ChangeView,
  type ListGroup,
  type ListMatches,
  type ListView,
  type SortBy,
  sortedBy,
  writeView,
} from './post-list.ts';
import styles from './post-table.module.css';
import { useListPosition } from './use-list-position.ts';

type RowsProps<Entry> = ListMatches<Entry> & {
  view: ListView;
  change: ChangeView;
  /** The labels of the columns. */
  sorts: Partial<Record<SortBy, string>>;
  box?: React.ReactNode;
  empty: string;
  row: (entry: Entry) => React.ReactNode;
};

/** The first ones of all groups, so many together. */
function groupsOf<Entry>(groups: readonly ListGroup<Entry>[], count: number): ListGroup<Entry>[] {
  let left = count;
  return groups.flatMap(({ label, posts }) => {
    const shown = posts.slice(0, Math.max(left, 0));
    left -= posts.length;
    return shown.length > 0 ? [{ label, posts: shown }] : [];
  });
}

/** The table of posts, with what was found elsewhere at its end. */
export function Rows<Entry>(props: RowsProps<Entry>) {
  const { matches, groups, view, change, sorts, box, empty, row } = props;
  const identity = writeView(view).toString();
  const entries = allOf({ matches, groups });
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
                  onSort={() => change((now) => sortedBy(now, sortBy))}
                />
              ))}
              <th scope="col" role="columnheader" className={styles.last}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">{shown.slice(0, matches.length).map(row)}</tbody>
          {groupsOf(groups, shown.length - matches.length).map(({ label, posts }) => (
            <tbody key={label} role="rowgroup">
              <tr role="row" className={styles.group}>
                <td role="cell" colSpan={Object.keys(sorts).length + (box === undefined ? 1 : 2)}>
                  {label}
                </td>
              </tr>
              {posts.map(row)}
            </tbody>
          ))}
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
