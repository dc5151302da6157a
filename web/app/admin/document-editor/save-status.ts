import { type FieldName, POST_FIELDS } from '@longhand/contract/post-fields';
import { when } from '../ui/short-time.ts';
import type { SaveFailure } from './save-failure.ts';
import type { EditorStatus as Status } from './use-document-editor.ts';

const listFormat = new Intl.ListFormat('en-US');

type Kept = Pick<Status, 'unsaved' | 'isUnsent' | 'localDraftState'>;

function whereKept({ unsaved, isUnsent, localDraftState }: Kept): string | false {
  if (!unsaved) return false;
  if (!isUnsent) return 'What you wrote is kept on the server.';
  return localDraftState === 'failed'
    ? 'This browser cannot store it, so please stay on this page.'
    : 'What you wrote is kept in this browser.';
}

/** Shown until a save succeeds. */
function notSaved({ at, errors }: SaveFailure, kept: Kept): string {
  const fields = Object.keys(errors).map((field) => POST_FIELDS[field as FieldName].label);
  return [
    `Not saved at ${at.toLocaleTimeString()}.`,
    fields.length > 0 && `Please correct ${listFormat.format(fields)}, then save again.`,
    whereKept(kept),
  ]
    .filter(Boolean)
    .join(' ');
}

function isBusy({ saving, waiting, isLeaving }: Status): boolean {
  return saving !== null || waiting || isLeaving;
}

/** Whether somebody should read the status now. */
export function isTrouble(status: Status): boolean {
  const { failure, writeFailure, conflict } = status;
  return !isBusy(status) && (failure ?? writeFailure ?? conflict) !== null;
}

/** `detail` is left out where there is room for one sentence only. */
type Sentences = { readonly text: string; readonly detail?: string };

/** Of what is not part of the document yet. */
function copyStatus(status: Status): Sentences {
  const { kind, baseline, copy, isUnsent, isWriting, localDraftState } = status;
  if (copy && !isUnsent) {
    const { name } = kind;
    const detail = baseline.document ? `The ${name} is unchanged.` : `Not a ${name} yet.`;
    return { text: `Saved ${when(copy.updated_at)}.`, detail };
  }
  if (isWriting) return { text: 'Saving…' };
  return localDraftState === 'failed'
    ? { text: 'Unsaved. This browser cannot store it, so please save often.' }
    : { text: 'Unsaved, but kept in this browser.' };
}

function saveStatus(status: Status): string {
  const { kind, savedAt, saving, waiting, failure, writeFailure, conflict, isLeaving } = status;
  if (isLeaving) return 'Saving before you leave…';
  if (waiting) return 'Saving will start when the image is uploaded.';
  if (saving) return 'On its way to the server…';
  if (failure) return notSaved(failure, status);
  if (writeFailure) return [writeFailure.reason, whereKept(status)].filter(Boolean).join(' ');
  if (conflict) return ['Not saved.', whereKept(status)].filter(Boolean).join(' ');
  if (!savedAt) return 'No changes.';
  return [`Saved at ${savedAt.toLocaleTimeString()}.`, kind.texts.saved].filter(Boolean).join(' ');
}

export function statusOf(status: Status): Sentences {
  const isQuiet = !isBusy(status) && !isTrouble(status);
  return isQuiet && status.unsaved ? copyStatus(status) : { text: saveStatus(status) };
}
