import { readToken } from '../read-token.ts';
import { adminApi } from './admin-api.ts';
import { AdminApiError, hasStatus, SessionOverError } from './api/request.ts';
import type { WriteOutcome } from './autosave.ts';
import {
  type Baseline,
  type CopyWrite,
  copyId,
  isWritingPaused,
  nextWrite,
  type StoredCopy,
} from './editor-state.ts';
import type { Placeholders } from './placeholders.ts';
import { isSameForm, type PostForm } from './post-form.ts';
import { explainWriteFailure } from './save-failure.ts';
import { baselineAt, findStoredCopy, toStoredCopy } from './stored-copy.ts';
import type { EditorStore } from './use-editor.ts';

/** What can be stored before all images are uploaded. */
export function withoutUploads<Form extends { readonly content: string }>(
  form: Form,
  placeholders: Placeholders,
): Form {
  const content = placeholders.removePending(form.content);
  return content === form.content ? form : { ...form, content };
}

async function send(write: CopyWrite, saved: PostForm, isLeaving: boolean) {
  const { id, input, expected } = write;
  if (input) {
    const copy = await adminApi.saveWorkingCopy(id, input, { expected, isLeaving });
    return toStoredCopy(copy, saved);
  }
  if (expected !== null) await adminApi.deleteWorkingCopy(id, expected, true);
  return null;
}

/** The other device may have begun with another version of the post. */
async function baselineOfTheirs(copy: StoredCopy, ours: Baseline): Promise<Baseline> {
  if (!copy.post_id || copy.base_version === ours.version) return ours;
  const post = await adminApi.findPost(copy.post_id);
  return post ? baselineAt(post, copy.base_version) : ours;
}

/** Writes the form of the editor to its working copy. Throws nothing: the state says what failed. */
export function createCopyWriter(
  { getState, dispatch }: EditorStore,
  placeholders: Placeholders,
): (isLeaving: boolean) => Promise<WriteOutcome> {
  /** Sent without an answer: the server may have it. */
  let unanswered: PostForm | null = null;
  let refusedToken: string | null = null;

  /** The server has another version than was expected: ours, none, or that of another device. */
  async function settleConflict(write: CopyWrite): Promise<'again' | 'stop'> {
    const { id } = write;
    const { baseline } = getState();
    const theirs = await findStoredCopy(id, baseline.form, true);
    const isOurs = theirs && unanswered && isSameForm(theirs.form, unanswered);
    const isSame = theirs && write.input && isSameForm(theirs.form, write.input.form);
    if (!theirs || isOurs || isSame) {
      unanswered = null;
      dispatch({ type: 'written', id, copy: theirs });
      return 'again';
    }
    const { form, updated_at } = theirs;
    const theirBaseline = await baselineOfTheirs(theirs, baseline);
    dispatch({
      type: 'write-conflict',
      theirs: { form, at: updated_at, baseline: theirBaseline, copy: theirs },
    });
    return 'stop';
  }

  async function attempt(write: CopyWrite, isLeaving: boolean): Promise<WriteOutcome | 'again'> {
    const { id } = write;
    try {
      const copy = await send(write, getState().baseline.form, isLeaving);
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
    // Until another tab has logged in again.
    if (state.writeFailure?.isSessionOver && readToken() === refusedToken) return 'stop';
    const next = nextWrite(state, withoutUploads(state.form, placeholders));
    if (!next) {
      if (state.writeFailure) dispatch({ type: 'written', id: copyId(state), copy: state.copy });
      return 'done';
    }
    dispatch({ type: 'start-write' });
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
