import { Link } from 'react-router';
import type { StoredDraft } from '../../lib/admin/draft-store.ts';
import type { LocalDraft } from '../../lib/admin/local-drafts.ts';
import { relativeTime } from '../../lib/admin/relative-time.ts';
import { shownTitle } from '../../lib/admin/shown-value.ts';
import { copyAddress } from '../../lib/admin/use-copy-address.ts';
import admin from './admin.module.css';
import styles from './local-draft-offer.module.css';

type AnyDraft = StoredDraft & {
  readonly version: number;
  readonly form: { readonly title: string };
};

type ListProps<Draft> = {
  drafts: readonly Draft[];
  /** The version on the server; drafts of earlier versions are marked. */
  version?: number;
  kind?: 'post' | 'page';
  actions: (draft: Draft) => React.ReactNode;
};

export function LocalDraftList<Draft extends AnyDraft>(props: ListProps<Draft>) {
  const { drafts, version = 0, kind = 'post', actions } = props;
  if (drafts.length === 0) return null;
  return (
    <aside className={styles.drafts} aria-label="Unsaved work">
      <p>This browser has kept work that was not saved.</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <span dir="auto">
              “{shownTitle(draft.form.title)}”, {relativeTime(draft.keptAt)}
              {draft.version < version && `, before the ${kind} was last saved`}
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

type OfferProps<Draft> = Omit<ListProps<Draft>, 'actions'> & {
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
};

export function LocalDraftOffer<Draft extends AnyDraft>(props: OfferProps<Draft>) {
  const { onRestore, onDiscard, ...list } = props;
  return (
    <LocalDraftList
      {...list}
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
