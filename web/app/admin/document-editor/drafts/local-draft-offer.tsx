import { firstWords } from '@longhand/contract/text/first-words';
import { Link } from 'react-router';
import { PlainButton } from '../../ui/button.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { copyAddress, editorAddress } from '../addresses.ts';
import styles from './local-draft-offer.module.css';
import type { LocalDraft } from './local-drafts.ts';

type Draft = LocalDraft<{
  readonly title: string;
  readonly excerpt?: string;
  readonly content: string;
}>;

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
    <aside className={styles.drafts} aria-label="Unsaved changes">
      <p>This browser has unsaved changes to:</p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <span dir="auto">
              “{draft.form.title.trim() || firstWords(draft.form) || 'Untitled'}”,{' '}
              {draft.isReplaced && 'replaced '}
              {relativeTime(draft.keptAt)}
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
  // The server may have a working copy of it, too.
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
          <PlainButton onClick={() => onRestore(draft)}>Restore</PlainButton>
          <PlainButton
            onClick={() => {
              if (window.confirm('Discard these changes for good?')) onDiscard(draft);
            }}
          >
            Discard
          </PlainButton>
        </>
      )}
    />
  );
}
