import { TRASH_DAYS } from '@longhand/contract/limits';
import type { TrashedPost } from '@longhand/contract/posts';
import admin from '../ui/admin.module.css';
import { allOf, type ChangeView, type ListMatches, type ListView } from './post-list.ts';
import { TrashRow } from './post-row.tsx';
import { Rows } from './post-rows.tsx';
import styles from './post-table.module.css';
import { SelectAll, type SelectedIds, selectionOf } from './selection.tsx';
import type { PostList } from './use-post-list.ts';

const SORTS = { title: 'Title', status: 'Status', created: 'Deleted' };
const KEPT = `Deleted posts stay here for ${TRASH_DAYS} days.`;

type Props = {
  list: PostList;
  isLoaded: boolean;
  shown: ListMatches<TrashedPost>;
  view: ListView;
  change: ChangeView;
  selectedIds: SelectedIds;
  /** Said if the trash has posts, but none that matches. */
  notFound: string;
  bulkBar: (selected: readonly TrashedPost[]) => React.ReactNode;
  onEmpty: () => void;
};

export function TrashList(props: Props) {
  const { list, isLoaded, shown, view, change, selectedIds, notFound, bulkBar, onEmpty } = props;
  const selection = selectionOf(allOf(shown), selectedIds);
  const isEmpty = list.trash.length === 0;
  return (
    <>
      {bulkBar(selection.selected)}
      {!isEmpty && (
        <div className={styles.trash}>
          <p>{KEPT}</p>
          <button type="button" className={admin.plain} onClick={onEmpty}>
            Empty trash
          </button>
        </div>
      )}
      <Rows
        {...shown}
        view={view}
        change={change}
        sorts={SORTS}
        box={<SelectAll selection={selection} />}
        empty={isEmpty ? `${isLoaded ? 'The trash is empty. ' : ''}${KEPT}` : notFound}
        row={(post) => (
          <TrashRow
            key={post.id}
            post={post}
            list={list}
            isSelected={selection.ids.has(post.id)}
            onSelect={(isSelected) => selection.select([post], isSelected)}
          />
        )}
      />
    </>
  );
}
