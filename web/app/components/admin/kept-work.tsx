import { Link } from 'react-router';
import { age } from '../../lib/admin/ages.ts';
import type { KeptWork } from '../../lib/admin/journal.ts';
import admin from './admin.module.css';
import styles from './kept-work.module.css';

function titleOf({ form }: KeptWork): string {
  return form.title.trim() || 'Untitled';
}

type ListProps = {
  kept: readonly KeptWork[];
  /** The version that is saved now, if it is known; work on an earlier one needs a second look. */
  version?: number;
  actions: (work: KeptWork) => React.ReactNode;
};

function KeptWorkList({ kept, version = 0, actions }: ListProps) {
  if (kept.length === 0) return null;
  return (
    <aside className={styles.kept} aria-label="Unsaved work">
      <p>This browser has kept work that was not saved.</p>
      <ul>
        {kept.map((work) => (
          <li key={work.key}>
            <span dir="auto">
              “{titleOf(work)}”, {age(work.keptAt)}
              {work.version < version && ', before the post was last saved'}
            </span>
            {actions(work)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** On the dashboard: the way back to what was not saved. */
export function KeptWorkLinks({ kept }: { kept: readonly KeptWork[] }) {
  return (
    <KeptWorkList
      kept={kept}
      actions={({ postId }) => (
        <Link to={postId ? `/admin/posts/edit/${postId}` : '/admin/posts/new'}>Continue</Link>
      )}
    />
  );
}

type OfferProps = {
  kept: readonly KeptWork[];
  version: number;
  onRestore: (work: KeptWork) => void;
  onDiscard: (work: KeptWork) => void;
};

/** In the editor: what was kept of this very post, with its age. */
export function KeptWorkOffer({ kept, version, onRestore, onDiscard }: OfferProps) {
  return (
    <KeptWorkList
      kept={kept}
      version={version}
      actions={(work) => (
        <>
          <button type="button" className={admin.plain} onClick={() => onRestore(work)}>
            Restore
          </button>
          <button
            type="button"
            className={admin.plain}
            onClick={() => {
              if (window.confirm('Discard this unsaved work for good?')) onDiscard(work);
            }}
          >
            Discard
          </button>
        </>
      )}
    />
  );
}
