import type { Preview } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import type { PostForm } from '../../post-form/post-form.ts';
import { closeOnEscape, useCloseOutside } from '../../ui/close-details.ts';
import { EntryList } from '../../ui/entry-list.tsx';
import type { Place } from './check-post.ts';
import styles from './publish-checks.module.css';
import type { PlannedMailing } from './use-planned-mailing.ts';
import { type Checks, usePublishChecks } from './use-publish-checks.ts';

const MAX_SHOWN = 50;

type Props = {
  form: PostForm;
  planned: PlannedMailing;
  rendered: Preview | null;
  /** Whether the text is written in a view without lines. */
  isVisual: boolean;
  onShow: (place: Place) => void;
};

/** A list that may be looked at, and is never in the way. */
export function PublishChecks({ form, planned, rendered, isVisual, onShow }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOutside(details);
  const checks = usePublishChecks(form, rendered, isOpen);
  function show(place: Place): void {
    // It may be over the place.
    if (details.current) details.current.open = false;
    onShow(place);
  }
  return (
    <details
      ref={details}
      className={styles.checks}
      onKeyDown={closeOnEscape}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.long}>Before you publish</span>
        <span className={styles.short}>Check</span>
        {checks.list && `: ${checks.list.length}`}
      </summary>
      <div className={styles.panel}>
        {isOpen && planned.to && <p>It will be sent to {planned.to} when it is published.</p>}
        {isOpen && <CheckList checks={checks} isVisual={isVisual} onShow={show} />}
      </div>
    </details>
  );
}

type ListProps = Pick<Props, 'isVisual' | 'onShow'> & { checks: Checks };

function CheckList({ checks, isVisual, onShow }: ListProps) {
  const { list, failed } = checks;
  return (
    <>
      {!list && !failed && <p>Reading the text…</p>}
      {list?.length === 0 && <p>No problems found.</p>}
      {list && (
        <EntryList
          entries={list.slice(0, MAX_SHOWN).map(({ where, block, message, place }) => ({
            where: (isVisual && block) || where,
            message,
            onChoose: () => onShow(place),
          }))}
          more={list.length - MAX_SHOWN}
        />
      )}
      {failed && (
        <p role="alert">
          Not everything could be checked. Check the connection; another attempt follows after the
          next change.
        </p>
      )}
    </>
  );
}
