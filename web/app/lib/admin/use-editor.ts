import type { Post } from '@longhand/contract/posts';
import type { FieldErrors } from '@longhand/contract/problems';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AdminApiError, adminApi } from './admin-api.ts';
import { ALERTS } from './alerts.ts';
import type { KeptWork } from './journal.ts';
import {
  EMPTY_FORM,
  isSameForm,
  isSameInput,
  type PostForm,
  rebaseForm,
  toForm,
  toInput,
} from './post-form.ts';
import { withoutPlaceholders } from './text-tools.ts';
import { useJournal } from './use-journal.ts';
import { useKeptWork } from './use-kept-work.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/** `stay` saves like 'Save as Draft' and goes on writing. */
export type SaveKind = 'draft' | 'publish' | 'stay';

/** What the editor started from: the post on the server, or none yet. */
type Origin = { readonly post: Post | null; readonly version: number; readonly form: PostForm };

function originOf(post: Post | null): Origin {
  return { post, version: post?.version ?? 0, form: post ? toForm(post) : EMPTY_FORM };
}

/** 'Publish' means so, whatever the box says. */
function asMeant(form: PostForm, kind: SaveKind): PostForm {
  return kind === 'publish' ? { ...form, published: true } : form;
}

/** Somebody else's version, and what was being done when it came to light. */
type Conflict = { readonly theirs: Post; readonly kind: SaveKind };

/** Everything that happens to a post while it is written; what it looks like is no matter here. */
export function useEditor(initial: Post | null, initiallyKept: readonly KeptWork[]) {
  const [origin, setOrigin] = useState(() => originOf(initial));
  const [form, setForm] = useState(origin.form);
  const [busy, setBusy] = useState<SaveKind | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [deleted, setDeleted] = useState<SaveKind | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [waitingFor, setWaitingFor] = useState(0);
  const navigate = useNavigate();

  /** The form as it is this moment; what is rendered may be a key behind. */
  const latest = useRef(form);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const unsaved = !isSameForm(form, origin.form);
  const postId = origin.post?.id ?? null;
  const { version } = origin;
  /** What would be lost, without pictures that have not arrived. */
  const work = useMemo(() => {
    const keepable = { ...form, content: withoutPlaceholders(form.content) };
    return unsaved ? { postId, version, form: keepable } : null;
  }, [unsaved, postId, version, form]);
  const journal = useJournal(work);
  const leave = useLeaveQuestion(unsaved || waitingFor > 0, journal.state !== 'impossible');

  function replaceForm(next: PostForm): void {
    latest.current = next;
    setForm(next);
  }

  function change(fields: Partial<PostForm>): void {
    replaceForm({ ...latest.current, ...fields });
    // What was objected to is being changed; the next save will tell.
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field in fields))),
    );
  }

  const keptWork = useKeptWork(initiallyKept, {
    current: work,
    async take(kept) {
      const next = kept.postId === postId ? kept.form : { ...kept.form, slug: '' };
      // Saved over another version than it was written on, it would undo what came in between.
      const base = postId === null ? version : kept.version;
      await journal.keep({ postId, version: base, form: next });
      setOrigin((now) => ({ ...now, version: base }));
      replaceForm(next);
    },
  });

  async function fail(error: unknown, sent: PostForm, kind: SaveKind): Promise<void> {
    console.error(error);
    const { status, problem } =
      error instanceof AdminApiError ? error : { status: 0, problem: undefined };
    if (status === 409 && postId) {
      const theirs = await adminApi.findPost(postId).catch(console.error);
      // Saved by ourselves, though the answer was lost on the way.
      if (theirs && isSameInput(toForm(theirs), asMeant(sent, kind))) {
        return settle(theirs, sent, kind);
      }
      if (theirs) return setConflict({ theirs, kind });
    }
    setErrors(problem?.errors ?? {});
    setDeleted(status === 404 ? kind : null);
    // Fields say for themselves what is wrong with them.
    setFailure(status === 404 || problem?.errors ? null : (problem?.detail ?? null));
    window.alert(ALERTS.save);
  }

  async function settle(post: Post, sent: PostForm, kind: SaveKind): Promise<void> {
    // As it was typed, not as it is stored: nothing changes under the writer's hands.
    const saved = { ...sent, published: post.published, slug: post.slug };
    // What was typed while it was on its way is not in what was saved: that is one more change.
    const done = isSameForm(latest.current, sent);
    if (done) await journal.forget().catch(console.error);
    if (!shown.current) return;
    replaceForm(rebaseForm(latest.current, sent, saved));
    setOrigin({ post, version: post.version, form: saved });
    setErrors({});
    setConflict(null);
    setDeleted(null);
    setFailure(null);
    setSavedAt(new Date());
    if (done && kind !== 'stay') {
      leave.allow();
      navigate('/admin');
    } else if (post.id !== postId) {
      // The address that a reload needs; the editor stays as it is.
      const state = { stay: true };
      navigate(`/admin/posts/edit/${post.id}`, { replace: true, preventScrollReset: true, state });
    }
  }

  async function save(kind: SaveKind, over: Origin = origin): Promise<void> {
    if (busy || waitingFor > 0) return;
    // Every save is a version for good: the same again is none.
    if (kind === 'stay' && over.post && isSameForm(latest.current, over.form)) return;
    const sent = latest.current;
    const input = toInput(asMeant(sent, kind), over.form);
    setBusy(kind);
    try {
      const post = over.post
        ? await adminApi.updatePost(over.post.id, input, over.version)
        : await adminApi.createPost(input);
      await settle(post, sent, kind);
    } catch (error) {
      await fail(error, sent, kind);
    } finally {
      setBusy(null);
    }
  }

  return {
    form,
    change,
    appendToContent(text: string): void {
      change({ content: `${latest.current.content}\n${text}` });
    },
    /** Puts one text in the place of another, wherever it stands in the content by now. */
    replaceInContent(text: string, replacement: string): void {
      change({ content: latest.current.content.replace(text, () => replacement) });
    },
    origin,
    unsaved,
    journal: journal.state,
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
    keptWork,
    conflict: conflict?.theirs ?? null,
    async saveOverConflict(): Promise<void> {
      if (conflict) await save(conflict.kind, originOf(conflict.theirs));
    },
    async takeConflicting(): Promise<void> {
      if (!conflict || !(await keptWork.putAside())) return;
      const next = originOf(conflict.theirs);
      setOrigin(next);
      replaceForm(next.form);
      setConflict(null);
    },
    dismissConflict: () => setConflict(null),
    /** Why the last save failed, in the server's words. */
    failure,
    deleted: deleted !== null,
    async saveAsNew(): Promise<void> {
      // Its address stays with the post that is gone.
      const nothing = { ...originOf(null), form: { ...EMPTY_FORM, slug: form.slug } };
      await save(deleted ?? 'stay', nothing);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;
