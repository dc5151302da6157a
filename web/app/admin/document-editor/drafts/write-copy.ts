import { readToken } from '../../../lib/read-token.ts';
import { AdminApiError, hasStatus, SessionOverError } from '../../api/request.ts';
import type { Placeholders } from '../../content/pictures/placeholders.ts';
import { isSameForm } from '../../post-form/forms.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import type { Baseline, StoredCopy } from '../editor-state.ts';
import { explainWriteFailure } from '../save-failure.ts';
import type { EditorStore } from '../use-document-editor.ts';
import {
  baselineAt,
  type CopyWrite,
  copyId,
  copyInput,
  findStoredCopy,
  isWritingPaused,
  nextWrite,
  toStoredCopy,
} from '../working-copy.ts';
import type { WriteOutcome } from './autosave.ts';

/** Removes placeholders of running uploads, which must not be stored. */
export function withoutUploads<Form extends { readonly content: string }>(
  form: Form,
  placeholders: Placeholders,
): Form {
  const content = placeholders.removePending(form.content);
  return content === form.content ? form : { ...form, content };
}

async function send<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  { id, input, expected }: CopyWrite<T>,
  saved: T['form'],
  isLeaving: boolean,
): Promise<StoredCopy<T> | null> {
  if (input) {
    const sent = copyInput(kind, input, saved);
    return toStoredCopy<T>(await kind.copies.save(id, sent, { expected, isLeaving }), saved);
  }
  if (expected !== null) await kind.copies.delete(id, expected, true);
  return null;
}

/** The other device may have begun with another version of the document. */
async function baselineOfTheirs<T extends DocumentTypes>(
  kind: DocumentKind<T>,
  { base_version }: StoredCopy<T>,
  ours: Baseline<T>,
): Promise<Baseline<T>> {
  if (!ours.document || base_version === ours.version) return ours;
  const document = await kind.find(ours.document.id);
  return document ? baselineAt(kind, document, base_version) : ours;
}

/** Never throws: the state says what failed. */
export function createCopyWriter<T extends DocumentTypes>(
  { getState, dispatch }: EditorStore<T>,
  placeholders: Placeholders,
): (isLeaving: boolean) => Promise<WriteOutcome> {
  const { kind } = getState();
  /** Sent without an answer, so the server may have it. */
  let unanswered: T['form'] | null = null;
  let refusedToken: string | null = null;

  /** The server has another version than expected: ours, none, or that of another device. */
  async function settleConflict(write: CopyWrite<T>): Promise<'again' | 'stop'> {
    const { id } = write;
    const { baseline } = getState();
    const theirs = await findStoredCopy(kind, id, baseline.form, true);
    const isOurs = theirs && unanswered && isSameForm(theirs.form, unanswered);
    const isSame = theirs && write.input && isSameForm(theirs.form, write.input.form);
    if (!theirs || isOurs || isSame) {
      unanswered = null;
      dispatch({ type: 'written', id, copy: theirs });
      return 'again';
    }
    const { form, updated_at } = theirs;
    const theirBaseline = await baselineOfTheirs(kind, theirs, baseline);
    dispatch({
      type: 'write-conflict',
      theirs: { form, at: updated_at, baseline: theirBaseline, copy: theirs },
    });
    return 'stop';
  }

  async function attempt(write: CopyWrite<T>, isLeaving: boolean): Promise<WriteOutcome | 'again'> {
    const { id } = write;
    try {
      const copy = await send(kind, write, getState().baseline.form, isLeaving);
      unanswered = null;
      dispatch({ type: 'written', id, copy });
      return 'done';
    } catch (error) {
      if (hasStatus(error, 409)) return settleConflict(write);
      const isRefused = error instanceof AdminApiError && error.status < 500;
      if (!isRefused) unanswered = write.input?.form ?? unanswered;
      throw error;
    }
  }

  async function writeNow(isLeaving: boolean): Promise<WriteOutcome> {
    const state = getState();
    if (isWritingPaused(state)) return 'stop';
    // Waits until another tab has logged in again.
    if (state.writeFailure?.isSessionOver && readToken() === refusedToken) return 'stop';
    const next = nextWrite(state, withoutUploads(state.form, placeholders));
    if (!next) {
      if (state.writeFailure) dispatch({ type: 'written', id: copyId(state), copy: state.copy });
      return 'done';
    }
    const outcome = await attempt(next, isLeaving);
    return outcome === 'again' ? writeNow(isLeaving) : outcome;
  }

  return async function write(isLeaving): Promise<WriteOutcome> {
    try {
      return await writeNow(isLeaving);
    } catch (error) {
      if (error instanceof SessionOverError) refusedToken = readToken();
      const failure = explainWriteFailure(error);
      dispatch({ type: 'write-failed', failure });
      return failure.isRetried ? 'retry' : 'stop';
    }
  };
}
