import { Link } from 'react-router';
import { shownTitle } from '../../post-form/shown-value.ts';
import admin from '../../ui/admin.module.css';
import { relativeTime } from '../../ui/relative-time.ts';
import { copyAddress, editorAddress } from '../addresses.ts';
import styles from './local-draft-offer.module.css';
import type { LocalDraft } from './local-drafts.ts';

type Draft = LocalDraft<{ readonly title: string }>;

type ListProps<AnyDraft> = {
  name: 'post' | 'page';
  drafts: readonly AnyDraft[];
  /** The version on the server; drafts of earlier versions are marked. */
  version?: number;
};

function LocalDraftList<AnyDraft extends Draft>(
  props: ListProps<AnyDraft> & { actions: (draft: AnyDraft) => React.ReactNode },
) {
  const { name, drafts, version = 0, actions } = props;
  if (drafts.length === 0) return null;
  return (
    <aside className={styles.drafts} aria-label="On this device">
      <p>On this device are changes that the server does not have.</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <span dir="auto">
              “{shownTitle(draft.form.title)}”, {relativeTime(draft.keptAt)}
              {draft.version < version && `, before the ${name} was last saved`}
            </span>
            {actions(draft)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function addressOf(name: 'post' | 'page', { documentId, creationKey }: Draft): string {
  // The server may have it, too.
  if (!documentId && creationKey) return copyAddress(name, creationKey);
  return editorAddress(name, documentId);
}

export function LocalDraftLinks({ name, drafts }: ListProps<Draft>) {
  return (
    <LocalDraftList
      name={name}
      drafts={drafts}
      actions={(draft) => <Link to={addressOf(name, draft)}>Continue</Link>}
    />
  );
}

type OfferProps<AnyDraft> = ListProps<AnyDraft> & {
  onRestore: (draft: AnyDraft) => void;
  onDiscard: (draft: AnyDraft) => void;
};

export function LocalDraftOffer<AnyDraft extends Draft>(props: OfferProps<AnyDraft>) {
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
              if (window.confirm('Discard these changes on this device permanently?'))
                onDiscard(draft);
            }}
          >
            Discard
          </button>
        </>
      )}
    />
  );
}
