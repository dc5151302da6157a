import { Link } from 'react-router';
import { copyAddress } from '../document-editor/addresses.ts';
import styles from '../document-editor/drafts/local-draft-offer.module.css';
import { shownTitle } from '../post-form/shown-value.ts';
import { PlainButton } from '../ui/button.tsx';
import { relativeTime } from '../ui/relative-time.ts';
import { DELETE_UNSAVED_PAGE } from '../words/pages.ts';
import type { PageList } from './use-page-list.ts';

/** Pages that were never saved exist only as working copies on the server. */
export function UnfinishedPages({ list }: { list: PageList }) {
  const { unfinished, isBusy, discard } = list;
  if (unfinished.length === 0) return null;
  return (
    <aside className={styles.drafts} aria-label="Unsaved pages">
      <p>Unsaved pages:</p>
      <ul>
        {unfinished.map((copy) => (
          <li key={copy.id}>
            <span dir="auto">
              “{shownTitle(copy.title)}”, {relativeTime(Date.parse(copy.updated_at))}
            </span>
            <Link to={copyAddress('page', copy.id)}>Continue</Link>
            <PlainButton
              aria-disabled={isBusy}
              onClick={() => {
                if (window.confirm(DELETE_UNSAVED_PAGE)) discard(copy);
              }}
            >
              Delete
            </PlainButton>
          </li>
        ))}
      </ul>
    </aside>
  );
}
