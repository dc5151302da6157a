import { TRASH_DAYS } from '@longhand/contract/limits';
import type { ComponentProps } from 'react';
import type { ListedTrash } from '../post-list/post-list.ts';
import { PlainButton } from '../ui/button.tsx';
import styles from '../ui/lists/table.module.css';
import { TrashRow } from './post-row.tsx';
import { Rows } from './post-rows.tsx';

const SORTS = { title: 'Title', status: 'Status', created: 'Deleted' };
const KEPT = `Deleted posts stay here for ${TRASH_DAYS} days.`;

type Props = Omit<ComponentProps<typeof Rows<ListedTrash>>, 'sorts' | 'empty' | 'Row'> & {
  isLoaded: boolean;
  /** Shown if the trash has posts, but none that matches. */
  notFound: string;
  onEmpty: () => void;
};

export function TrashList({ isLoaded, notFound, onEmpty, ...rows }: Props) {
  const isEmpty = rows.list.trash.length === 0;
  return (
    <Rows
      {...rows}
      sorts={SORTS}
      empty={isEmpty ? `${isLoaded ? 'The trash is empty. ' : ''}${KEPT}` : notFound}
      Row={TrashRow}
    >
      {!isEmpty && (
        <div className={styles.trash}>
          <p>{KEPT}</p>
          <PlainButton onClick={onEmpty}>Empty trash</PlainButton>
        </div>
      )}
    </Rows>
  );
}
