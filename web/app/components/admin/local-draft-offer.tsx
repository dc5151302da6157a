import { Link } from 'react-router';
import type { LocalDraft } from '../../lib/admin/local-drafts.ts';
import { relativeTime } from '../../lib/admin/relative-time.ts';
import { shownTitle } from '../../lib/admin/shown-value.ts';
import { copyAddress } from '../../lib/admin/use-copy-address.ts';
import admin from './admin.module.css';
import styles from './local-draft-offer.module.css';

type ListProps = {
  drafts: readonly LocalDraft[];
  /** The version on the server; drafts of earlier versions are marked. */
  version?: number;
  actions: (draft: LocalDraft) => React.ReactNode;
};

function LocalDraftList({ drafts, version = 0, actions }: ListProps) {
  if (drafts.length === 0) return null;
  return (
    <aside className={styles.drafts} aria-label="Unsaved work">
      <p>This browser has kept work that was not saved.</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <span dir="auto">
              “{shownTitle(draft.form.title)}”, {relativeTime(draft.keptAt)}
              {draft.version < version && ', before the post was last saved'}
            </span>
            {actions(draft)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function addressOf({ postId, creationKey }: LocalDraft): string {
  if (postId) return `/admin/posts/edit/${postId}`;
  // The server may have it, too.
  return creationKey ? copyAddress(creationKey) : '/admin/posts/new';
}

export function LocalDraftLinks({ drafts }: { drafts: readonly LocalDraft[] }) {
  return (
    <LocalDraftList
      drafts={drafts}
      actions={(draft) => <Link to={addressOf(draft)}>Continue</Link>}
    />
  );
}

type OfferProps = {
  drafts: readonly LocalDraft[];
  version: number;
  onRestore: (draft: LocalDraft) => void;
  onDiscard: (draft: LocalDraft) => void;
};

export function LocalDraftOffer({ drafts, version, onRestore, onDiscard }: OfferProps) {
  return (
    <LocalDraftList
      drafts={drafts}
      version={version}
      actions={(draft) => (
        <>
          <button type="button" className={admin.plain} onClick={() => onRestore(draft)}>
            Restore
          </button>
          <button
            type="button"
            className={admin.plain}
            onClick={() => {
              if (window.confirm('Discard this unsaved work for good?')) onDiscard(draft);
            }}
          >
            Discard
          </button>
        </>
      )}
    />
  );
}
