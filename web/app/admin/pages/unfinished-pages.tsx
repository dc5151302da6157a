import { Link } from 'react-router';
import { copyAddress } from '../document-editor/addresses.ts';
import styles from '../document-editor/drafts/local-draft-offer.module.css';
import { shownTitle } from '../post-form/shown-value.ts';
import admin from '../ui/admin.module.css';
import { relativeTime } from '../ui/relative-time.ts';
import type { PageList } from './use-page-list.ts';

const QUESTION =
  'Are you sure you want to delete these private changes? They were never saved, so they are not kept in the trash.';

/** What the server keeps of pages that were never saved. */
export function UnfinishedPages({ list }: { list: PageList }) {
  const { unfinished, isBusy, discard } = list;
  if (unfinished.length === 0) return null;
  return (
    <aside className={styles.drafts} aria-label="Private changes">
      <p>Private changes that were never saved as pages.</p>
      <ul>
        {unfinished.map((copy) => (
          <li key={copy.id}>
            <span dir="auto">
              “{shownTitle(copy.title)}”, {relativeTime(Date.parse(copy.updated_at))}
            </span>
            <Link to={copyAddress('page', copy.id)}>Continue</Link>
            <button
              type="button"
              className={admin.plain}
              aria-disabled={isBusy}
              onClick={() => {
                if (window.confirm(QUESTION)) discard(copy);
              }}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
