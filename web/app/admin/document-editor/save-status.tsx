import { type FieldName, POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { type RefObject, useId } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import admin from '../ui/admin.module.css';
import { PlainButton } from '../ui/button.tsx';
import { EffectLine } from '../ui/effect-line.tsx';
import { dayAndTime } from '../words/date-and-time.ts';
import { listFormat } from '../words/list-format.ts';
import { timeOrDay } from '../words/short-time.ts';
import type { SaveFailure } from './save-failure.ts';
import styles from './save-status.module.css';
import type { AnyEditor, EditorStatus as Status } from './use-document-editor.ts';

function isBusy({ saving, waiting, isLeaving }: Status): boolean {
  return saving !== null || waiting || isLeaving;
}

export function isTrouble(status: Status): boolean {
  const { failure, writeFailure, conflict } = status;
  return !isBusy(status) && (failure ?? writeFailure ?? conflict) !== null;
}

/** Only where readers see something else, or will see it at its time. */
export function hasPrivateChanges({ savedState, unsaved }: Status): boolean {
  return unsaved && (savedState === 'live' || savedState === 'scheduled');
}

function savedStatus({ savedState, publishAt, unsaved }: Status, timeZone: string): string {
  switch (savedState) {
    case 'new':
      return unsaved ? 'Draft' : 'New';
    case 'draft':
      return 'Draft';
    case 'scheduled':
      return `Scheduled for ${dayAndTime(publishAt, timeZone)}`;
    case 'live':
      return 'Published';
  }
}

function changesStatus(status: Status, timeZone: string): string | false {
  const { waiting, isLeaving, saving, failure, writeFailure, unsaved, savedAt } = status;
  if (waiting) return 'Uploading…';
  if (saving || isLeaving) return 'Saving…';
  if (failure?.isOffline || writeFailure?.isOffline) return 'Offline';
  if (isTrouble(status)) return 'Not saved';
  if (!unsaved) return savedAt !== null && `Saved ${timeOrDay(savedAt.toISOString(), timeZone)}`;
  if (status.isUnsent) return status.localDraftState === 'failed' ? 'Not saved' : 'Saving…';
  if (hasPrivateChanges(status)) return 'private changes';
  return status.copy !== null && `Autosaved ${timeOrDay(status.copy.updated_at, timeZone)}`;
}

/** A few words, such as 'Draft · Autosaved 9:03 AM'. */
export function statusOf(status: Status, timeZone: string): string {
  return [savedStatus(status, timeZone), changesStatus(status, timeZone)]
    .filter(Boolean)
    .join(' · ');
}

function whereKept(status: Status): string | false {
  if (!status.unsaved) return false;
  if (!status.isUnsent) return 'Your text is autosaved.';
  return status.localDraftState === 'failed'
    ? 'This browser could not keep your text, so please stay on this page.'
    : 'Your text is safe in this browser.';
}

function whatFailed({ errors, reason }: SaveFailure): string | null {
  const fields = Object.keys(errors).map((field) => POST_FIELDS[field as FieldName].label);
  const correct = fields.length > 0 && `Please correct ${listFormat.format(fields)}.`;
  return [correct, reason].filter(Boolean).join(' ') || null;
}

/** Says what went wrong and what happens next; empty if that is said beside it. */
export function problemOf(status: Status): string {
  const { failure, writeFailure, isNotClosed } = status;
  const problem = failure ? whatFailed(failure) : writeFailure?.reason;
  const isOpen = isNotClosed && 'The editor stays open: the server does not have your changes yet.';
  return problem ? [isOpen, problem, whereKept(status)].filter(Boolean).join(' ') : '';
}

type StateProps = { editor: AnyEditor; className?: string | undefined };

/** Says whether readers see the document, and whether the server has what is in the form. */
export function SaveState({ editor, className }: StateProps) {
  const { timeZone } = useSite();
  return (
    <p role="status" className={className} data-local-draft={editor.localDraftState}>
      {statusOf(editor, timeZone)}
    </p>
  );
}

type Props = { editor: AnyEditor; ref: RefObject<HTMLDivElement | null> };

/** Shows problems, and what can be done about them. */
export function SaveProblems({ editor, ref }: Props) {
  const { conflict, deleted, newEffect, failure, writeFailure } = editor;
  const id = useId();
  const { name, texts } = editor.kind;
  if (!isTrouble(editor)) return <div ref={ref} hidden />;
  const problem = problemOf(editor);
  return (
    <div ref={ref} className={styles.messages}>
      {problem && <p role="alert">{problem}</p>}
      {conflict && !conflict.isOpen && (
        <p role="alert">
          This {name} was also changed elsewhere. Nothing has been overwritten.{' '}
          <PlainButton onClick={editor.openConflict}>Compare and choose</PlainButton>
        </p>
      )}
      {(failure?.isSessionOver || writeFailure?.isSessionOver) && (
        <Link to="/login?again" target="_blank">
          Log in in another tab
        </Link>
      )}
      {deleted && (
        <p role="alert">
          This {name} has been deleted. Restore it from {texts.trash} and save again, or{' '}
          <button
            type="submit"
            value="new"
            className={admin.plain}
            aria-describedby={newEffect ? id : undefined}
          >
            save this as a new {name}
          </button>
          {newEffect && (
            <>
              {' '}
              (<EffectLine id={id} text={newEffect.text} />)
            </>
          )}
          .
        </p>
      )}
    </div>
  );
}
