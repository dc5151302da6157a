import { type FieldName, POST_FIELDS } from '@longhand/contract/post-fields';
import { when } from '../ui/short-time.ts';
import { whatStays } from './private-changes.ts';
import type { SaveFailure } from './save-failure.ts';
import type { EditorStatus as Status } from './use-document-editor.ts';

const listFormat = new Intl.ListFormat('en-US');

const KEEPING = 'Keeping private changes…';
const NOT_CLOSED = 'The editor stays open: the server does not have these private changes yet. ';

type Kept = Pick<Status, 'unsaved' | 'isUnsent' | 'localDraftState'>;

function whereKept({ unsaved, isUnsent, localDraftState }: Kept): string | false {
  if (!unsaved) return false;
  if (!isUnsent) return 'What you wrote is kept as private changes.';
  return localDraftState === 'failed'
    ? 'It could not be kept on this device, so please stay on this page.'
    : 'What you wrote is on this device.';
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
  const { kind, savedState, copy, isUnsent, isWriting, localDraftState } = status;
  if (copy && !isUnsent) {
    const detail = whatStays(kind.name, savedState);
    return { text: `Private changes kept ${when(copy.updated_at)}.`, detail };
  }
  if (isWriting) return { text: KEEPING };
  return localDraftState === 'failed'
    ? { text: 'Neither on the server nor on this device yet: please save often.' }
    : { text: 'On this device, not on the server yet.' };
}

function saveStatus(status: Status): string {
  const { kind, savedAt, saving, waiting, failure, writeFailure, conflict, isLeaving } = status;
  if (isLeaving) return 'Keeping private changes before you leave…';
  if (waiting) return 'Saving will start when the image is uploaded.';
  if (saving === 'keep') return KEEPING;
  if (saving) return 'On its way to the server…';
  if (failure) return notSaved(failure, status);
  if (writeFailure) return [writeFailure.reason, whereKept(status)].filter(Boolean).join(' ');
  if (conflict) return ['Not saved.', whereKept(status)].filter(Boolean).join(' ');
  if (!savedAt) return 'No private changes.';
  return [`Saved at ${savedAt.toLocaleTimeString()}.`, kind.texts.saved].filter(Boolean).join(' ');
}

function unpublishedStatus({ kind, unsaved }: Status, at: Date): Sentences {
  const text = `Unpublished at ${at.toLocaleTimeString()}.`;
  const detail = unsaved ? 'Your private changes are kept.' : `The ${kind.name} is a draft.`;
  return { text, detail };
}

export function statusOf(status: Status): Sentences {
  const { unsaved, unpublishedAt, isNotClosed } = status;
  if (isBusy(status)) return { text: saveStatus(status) };
  if (isTrouble(status)) return { text: `${isNotClosed ? NOT_CLOSED : ''}${saveStatus(status)}` };
  if (unpublishedAt) return unpublishedStatus(status, unpublishedAt);
  return unsaved ? copyStatus(status) : { text: saveStatus(status) };
}
