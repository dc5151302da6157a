import type { Redirect } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import type { ListPart } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import filters from '../ui/lists/list-filters.module.css';
import { ListMessageLine } from '../ui/lists/list-message.tsx';
import { ListTable, ShowMore } from '../ui/lists/paged-list.tsx';
import row from '../ui/lists/row.module.css';
import table from '../ui/lists/table.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { RedirectCsv } from './redirect-csv.tsx';
import { RedirectForm } from './redirect-form.tsx';
import styles from './redirects.module.css';
import { type Redirects, useRedirects } from './use-redirects.ts';

export function RedirectsPage({ first }: { first: ListPart<Redirect> }) {
  const list = useRedirects(first);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Redirects</title>
      <h1 id="redirects" ref={heading} tabIndex={-1}>
        Redirects
      </h1>
      <p className={styles.intro}>
        Links to an old address take readers to where the text is now. Upper/lower case and trailing
        slashes are ignored, and a redirect to a post follows it when its address changes.
      </p>
      <RedirectForm button="Add redirect" onSubmit={list.add} />
      <div className={table.bar}>
        <div className={filters.filters}>
          <input
            className="field"
            type="search"
            aria-label="Search redirects"
            placeholder="Search"
            maxLength={MAX_REDIRECT_PATH}
            value={list.query}
            onChange={(event) => list.setQuery(event.target.value)}
          />
        </div>
      </div>
      <ListMessageLine message={list.message}>{null}</ListMessageLine>
      {list.hasFailed && (
        <LoadFailed text="The redirects could not be searched." onRetry={list.readAgain} />
      )}
      <List list={list} />
      <RedirectCsv onImported={list.readAgain} />
    </div>
  );
}

function List({ list }: { list: Redirects }) {
  if (list.entries.length === 0)
    return (
      <p className={table.empty}>
        {list.query === ''
          ? 'No redirects yet. An import makes them by itself.'
          : 'No redirect has this text.'}
      </p>
    );
  return (
    <>
      <ListTable
        className={styles.table}
        aria-labelledby="redirects"
        columns={['Old address', 'Leads to']}
      >
        {/* biome-ignore lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */}
        <tbody role="rowgroup">
          {list.entries.map((redirect) => (
            <RedirectRow key={redirect.from} redirect={redirect} list={list} />
          ))}
        </tbody>
      </ListTable>
      <ShowMore list={list} className={styles.more} />
    </>
  );
}

type RowProps = { redirect: Redirect; list: Redirects };

const DELETED = { post: 'A deleted post', page: 'A deleted page', address: 'Nowhere' };

function Target({ redirect: { to, target, title, is_public } }: Pick<RowProps, 'redirect'>) {
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
function RedirectRow({ redirect, list }: RowProps) {
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
        {redirect.is_automatic && (
          <span className={styles.note}>
            {' '}
            · Automatic: the {redirect.target} had this address before
          </span>
        )}
        {!redirect.is_used && (
          <span className={styles.note}>
            {' '}
            · Not used: the site has something else at this address now
          </span>
        )}
      </th>
      <td role="cell" className={styles.path}>
        <Target redirect={redirect} />
      </td>
      <td role="cell">
        {!redirect.is_automatic && (
          <div className={row.actions}>
            <Button ref={editButton} onClick={() => setEdited(true)}>
              Edit
              <HiddenPath from={from} />
            </Button>
            <Button aria-disabled={list.isBusy} onClick={() => list.remove(redirect)}>
              Remove
              <HiddenPath from={from} />
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
