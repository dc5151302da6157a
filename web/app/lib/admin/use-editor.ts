import type { Post } from '@longhand/contract/posts';
import type { FieldErrors } from '@longhand/contract/problems';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AdminApiError, adminApi } from './admin-api.ts';
import { forgetWork, type KeptWork, keepWork, newWorkKey } from './journal.ts';
import { EMPTY_FORM, isSameForm, type PostForm, toForm, toInput } from './post-form.ts';
import { useJournal } from './use-journal.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

const SAVE_FAILED = 'Failed to save post. Please try again.';

/** `stay` saves like 'Save as Draft' and goes on writing. */
export type SaveKind = 'draft' | 'publish' | 'stay';

/** What the editor started from: the post on the server, or none yet. */
type Origin = { readonly post: Post | null; readonly version: number; readonly form: PostForm };

function originOf(post: Post | null): Origin {
  return { post, version: post?.version ?? 0, form: post ? toForm(post) : EMPTY_FORM };
}

/** Everything that happens to a post while it is written; what it looks like is no matter here. */
export function useEditor(initial: Post | null, initiallyKept: readonly KeptWork[]) {
  const [origin, setOrigin] = useState(() => originOf(initial));
  const [form, setForm] = useState(origin.form);
  const [kept, setKept] = useState(initiallyKept);
  const [busy, setBusy] = useState<SaveKind | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [conflict, setConflict] = useState<Post | null>(null);
  const [deleted, setDeleted] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [waitingFor, setWaitingFor] = useState(0);
  const latest = useRef(form);
  latest.current = form;
  const navigate = useNavigate();

  const unsaved = !isSameForm(form, origin.form);
  const postId = origin.post?.id ?? null;
  const journal = useJournal({ postId, version: origin.version, form, unsaved });
  const leave = useLeaveQuestion(unsaved);

  function change(fields: Partial<PostForm>): void {
    setForm((current) => ({ ...current, ...fields }));
  }

  async function fail(error: unknown): Promise<void> {
    console.error(error);
    const { status, problem } =
      error instanceof AdminApiError ? error : { status: 0, problem: undefined };
    if (status === 409 && postId) {
      setConflict((await adminApi.findPost(postId)) ?? null);
      return;
    }
    setErrors(problem?.errors ?? {});
    setDeleted(status === 404);
    window.alert(SAVE_FAILED);
  }

  function settle(post: Post, sent: PostForm, kind: SaveKind): void {
    const next = originOf(post);
    setOrigin(next);
    setErrors({});
    setConflict(null);
    setDeleted(false);
    setSavedAt(new Date());
    // What was typed while it was on its way is not in what was saved: that is one more change.
    if (latest.current !== sent) return;
    setForm(next.form);
    if (kind !== 'stay') {
      leave.allow();
      navigate('/admin');
    } else if (post.id !== postId) {
      // The address that a reload needs, without a navigation that would take the editor away.
      history.replaceState(history.state, '', `/admin/posts/edit/${post.id}`);
    }
  }

  async function save(kind: SaveKind, over: Origin = origin): Promise<void> {
    if (busy || waitingFor > 0) return;
    const sent = latest.current;
    const input = toInput(kind === 'publish' ? { ...sent, published: true } : sent, over.form);
    setBusy(kind);
    try {
      const post = over.post
        ? await adminApi.updatePost(over.post.id, input, over.version)
        : await adminApi.createPost(input);
      settle(post, sent, kind);
    } catch (error) {
      await fail(error).catch(console.error);
    } finally {
      setBusy(null);
    }
  }

  /** Puts aside what is in the form, to be offered again like anything else that was kept. */
  async function putAside(): Promise<void> {
    if (!unsaved) return;
    const key = newWorkKey();
    const work = { key, postId, version: origin.version, form, keptAt: Date.now() };
    await keepWork(work);
    setKept((current) => [work, ...current]);
  }

  async function discardKept(work: KeptWork): Promise<void> {
    await forgetWork(work.key);
    setKept((current) => current.filter(({ key }) => key !== work.key));
  }

  return {
    form,
    change,
    origin,
    unsaved,
    journal,
    busy,
    errors,
    savedAt,
    save,
    waiting: waitingFor > 0,
    /** Nothing is saved until the work is done: a picture that is on its way belongs to the post. */
    async waitFor<Result>(work: Promise<Result>): Promise<Result> {
      setWaitingFor((count) => count + 1);
      try {
        return await work;
      } finally {
        setWaitingFor((count) => count - 1);
      }
    },
    kept,
    discardKept,
    async restoreKept(work: KeptWork): Promise<void> {
      await putAside();
      setForm(work.postId === postId ? work.form : { ...work.form, slug: '' });
      // Saved over another version than it was written on, it would undo what came in between.
      if (postId !== null) setOrigin((current) => ({ ...current, version: work.version }));
      await discardKept(work);
    },
    conflict,
    saveOverConflict: () => conflict && save('stay', originOf(conflict)),
    async takeConflicting(): Promise<void> {
      if (!conflict) return;
      await putAside();
      const next = originOf(conflict);
      setOrigin(next);
      setForm(next.form);
      setConflict(null);
    },
    dismissConflict: () => setConflict(null),
    deleted,
    // The address stays with the post that is gone.
    saveAsNew: () => save('stay', { ...originOf(null), form: { ...EMPTY_FORM, slug: form.slug } }),
  };
}

export type Editor = ReturnType<typeof useEditor>;
