import type { Redirect } from '@longhand/contract/redirect-list';
import { MAX_REDIRECT_PATH } from '@longhand/contract/redirects';
import { useRef } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import type { ListPart } from '../api/request.ts';
import filters from '../posts/list-filters.module.css';
import { ListMessageLine } from '../posts/list-message.tsx';
import table from '../posts/post-table.module.css';
import admin from '../ui/admin.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { RedirectCsv } from './redirect-csv.tsx';
import { RedirectForm } from './redirect-form.tsx';
import { RedirectRow } from './redirect-row.tsx';
import styles from './redirects.module.css';
import { type Redirects, useRedirects } from './use-redirects.ts';

export function RedirectsPage({ first }: { first: ListPart<Redirect> }) {
  const list = useRedirects(first);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Old addresses</title>
      <p className={admin.back}>
        <Link to="/admin/settings">Back to Settings</Link>
      </p>
      <h1 id="redirects" ref={heading} tabIndex={-1}>
        Old addresses
      </h1>
      <p className={styles.intro}>
        Links to a former address of your blog lead readers to where the text is now. Capitals and a
        slash at the end do not matter, and a redirect to a post follows it when its address
        changes.
      </p>
      <RedirectForm button="Add redirect" onSubmit={list.add} />
      <div className={table.bar}>
        <div className={filters.filters}>
          <input
            className="field"
            type="search"
            aria-label="Search old addresses"
            placeholder="Search"
            maxLength={MAX_REDIRECT_PATH}
            value={list.query}
            onChange={(event) => list.setQuery(event.target.value)}
          />
        </div>
      </div>
      <ListMessageLine message={list.message}>{null}</ListMessageLine>
      {list.hasFailed && (
        <LoadFailed text="The old addresses could not be searched." onRetry={list.readAgain} />
      )}
      <List list={list} />
      <RedirectCsv onImported={list.readAgain} />
    </div>
  );
}

/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */
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
      <table className={`${table.table} ${styles.table}`} role="table" aria-labelledby="redirects">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Old address
            </th>
            <th scope="col" role="columnheader">
              Leads to
            </th>
            <th scope="col" role="columnheader">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.entries.map((redirect) => (
            <RedirectRow key={redirect.from} redirect={redirect} list={list} />
          ))}
        </tbody>
      </table>
      {list.hasMore && (
        <p className={styles.more}>
          <button
            type="button"
            className={admin.plain}
            aria-disabled={list.isBusy}
            onClick={list.showMore}
          >
            Show more
          </button>
        </p>
      )}
    </>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
