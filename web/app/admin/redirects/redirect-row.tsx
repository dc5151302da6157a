import type { Redirect } from '@longhand/contract/redirect-list';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import row from '../posts/post-row.module.css';
import { RedirectForm } from './redirect-form.tsx';
import styles from './redirects.module.css';
import type { Redirects } from './use-redirects.ts';

type Props = { redirect: Redirect; list: Redirects };

const DELETED = { post: 'A deleted post', page: 'A deleted page', address: 'Nowhere' };

function Target({ redirect: { to, target, title, is_public } }: Pick<Props, 'redirect'>) {
  if (to === null) return <span className={styles.note}>{DELETED[target]}</span>;
  return (
    <>
      {title !== null && (
        <span className={styles.title} dir="auto">
          {title}
        </span>
      )}
      {is_public ? (
        <Link to={to}>{to}</Link>
      ) : (
        <span className={styles.note}>{to} · Readers see nothing while it is a draft</span>
      )}
    </>
  );
}

/** For screen readers: the labels are the same on every row. */
function HiddenPath({ from }: { from: string }) {
  return <span className="visually-hidden"> {from}</span>;
}

/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */
export function RedirectRow({ redirect, list }: Props) {
  const { from, to } = redirect;
  const [isEdited, setEdited] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEdited(false));
    editButton.current?.focus();
  };
  if (isEdited)
    return (
      <tr role="row">
        <td role="cell" colSpan={3} className={styles.edited}>
          <RedirectForm
            initial={{ from, to: to ?? '' }}
            button="Save"
            onCancel={close}
            onSubmit={async (input) => {
              await list.change(from, input);
              close();
            }}
          />
        </td>
      </tr>
    );
  return (
    <tr role="row" aria-busy={list.isBusy || undefined}>
      <th scope="row" role="rowheader" className={styles.path}>
        {from}
      </th>
      <td role="cell" className={styles.path}>
        <Target redirect={redirect} />
      </td>
      <td role="cell">
        <div className={row.actions}>
          <button ref={editButton} type="button" onClick={() => setEdited(true)}>
            Edit
            <HiddenPath from={from} />
          </button>
          <button type="button" aria-disabled={list.isBusy} onClick={() => list.remove(redirect)}>
            Remove
            <HiddenPath from={from} />
          </button>
        </div>
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
