import { isBuiltInPage } from '@longhand/contract/pages/page-addresses';
import type { Page } from '@longhand/contract/pages/pages';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import row from '../ui/lists/row.module.css';
import { HiddenTitle } from '../ui/lists/row-menu.tsx';
import { PLACEMENT_NAMES } from './page-form.ts';
import styles from './page-list.module.css';
import { canMove, type Direction } from './page-order.ts';
import type { PageList } from './use-page-list.ts';

type Props = { page: Page; list: PageList };

export function PageRow({ page, list }: Props) {
  const { id, slug, title, placement } = page;
  const edit = `/admin/pages/edit/${id}`;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <tr role="row" data-page={id} aria-busy={list.isBusy || undefined}>
      <th scope="row" role="rowheader" dir="auto">
        <Link to={edit}>{title}</Link>
      </th>
      <td role="cell" className={styles.path}>
        /{slug}
      </td>
      <td role="cell">{PLACEMENT_NAMES[placement]}</td>
      <td role="cell">
        <div className={row.actions}>
          {placement !== 'none' && (
            <>
              <MoveButton page={page} list={list} direction="up" />
              <MoveButton page={page} list={list} direction="down" />
            </>
          )}
          <Link to={edit}>
            Edit
            <HiddenTitle title={title} />
          </Link>
          <Link to={`/${slug}`}>
            View
            <HiddenTitle title={title} />
          </Link>
          {isBuiltInPage(slug) ? (
            <span className={styles.note}>Built-in page</span>
          ) : (
            <Button aria-disabled={list.isBusy} onClick={() => list.remove(page)}>
              Delete
              <HiddenTitle title={title} />
            </Button>
          )}
        </div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}

function MoveButton({ page, list, direction }: Props & { direction: Direction }) {
  return (
    <Button
      data-move={direction}
      // Not `disabled`, so that it keeps the focus at the end of the list.
      aria-disabled={list.isBusy || !canMove(list.pages, page, direction)}
      onClick={() => list.move(page, direction)}
    >
      Move {direction}
      <HiddenTitle title={page.title} />
    </Button>
  );
}
