import type { Post, PostInput } from '@longhand/contract/posts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toAddress } from './address.ts';
import { AdminApiError, adminApi } from './admin-api.ts';
import { ALERTS, alertFailure, logFailure } from './alerts.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { creationKeyOf, type KeptWork, newKey } from './journal.ts';
import { type Origin, originAt, originOf } from './origin.ts';
import { createPlaceholders } from './placeholders.ts';
import {
  EMPTY_FORM,
  isSameForm,
  isSameInput,
  isSavedAs,
  type PostForm,
  rebaseForm,
  toForm,
  toInput,
} from './post-form.ts';
import { deletedAfter, explainFailure, isKeySpent, type SaveFailure } from './save-failure.ts';
import { asMeant, useConflict } from './use-conflict.ts';
import { useJournal } from './use-journal.ts';
import { useKeptWork } from './use-kept-work.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/** `stay` saves like 'Save as Draft' and goes on writing. */
export type SaveKind = 'draft' | 'publish' | 'stay';

/** What is to be sent over a post that was created by an earlier attempt; null if it is the same. */
function changesSince(post: Post, meant: PostForm, { slug = post.slug }: PostInput) {
  const created = toForm(post);
  const wanted = { ...meant, slug };
  const isSame = isSameInput(created, wanted) && slug === post.slug;
  return isSame ? null : toInput(wanted, created);
}

/** Everything that happens to a post while it is written; what it looks like is no matter here. */
export function useEditor(initial: Post | null, initiallyKept: readonly KeptWork[]) {
  const [origin, setOrigin] = useState(() => originOf(initial));
  const [form, setForm] = useState(origin.form);
  const [busy, setBusy] = useState<SaveKind | null>(null);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const conflict = useConflict();
  const [deleted, setDeleted] = useState<SaveKind | null>(null);
  /** Sent with a new post: the same one again, should the answer be lost, is no second post. */
  const [creationKey, setCreationKey] = useState(newKey);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [waitingFor, setWaitingFor] = useState(0);
  const [placeholders] = useState(createPlaceholders);
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
    const keepable = { ...form, content: placeholders.without(form.content) };
    return unsaved ? { postId, version, form: keepable, creationKey } : null;
  }, [unsaved, postId, version, form, creationKey, placeholders]);
  const journal = useJournal(work);
  const leave = useLeaveQuestion(unsaved || waitingFor > 0, journal.state !== 'impossible');

  function replaceForm(next: PostForm): void {
    latest.current = next;
    setForm(next);
  }

  function change(fields: Partial<PostForm>): void {
    replaceForm({ ...latest.current, ...fields });
    // What was objected to is being changed; the next save will tell.
    setFailure(
      (now) =>
        now && {
          ...now,
          errors: Object.fromEntries(
            Object.entries(now.errors).filter(([field]) => !(field in fields)),
          ),
        },
    );
  }

  const keptWork = useKeptWork(initiallyKept, {
    current: work,
    async take(kept) {
      const next = kept.postId === postId ? kept.form : { ...kept.form, slug: '' };
      // Saved over another version than it was written on, it would undo what came in between.
      const from = origin.post ? await originAt(origin.post, kept.version) : origin;
      const key = creationKeyOf(kept);
      await journal.keep({ postId, version: from.version, form: next, creationKey: key });
      setOrigin(from);
      setCreationKey(key);
      replaceForm(next);
    },
  });

  async function fail(error: unknown, sent: PostForm, kind: SaveKind, over: Origin) {
    const status = error instanceof AdminApiError ? error.status : 0;
    setFailure(explainFailure(error));
    if (status === 409 && over.post) {
      const theirs = await adminApi.findPost(over.post.id).catch(logFailure);
      // Saved by ourselves, though the answer was lost on the way.
      if (theirs && isSavedAs(toForm(theirs), asMeant(sent, kind), over.form)) {
        return settle(theirs, sent, kind);
      }
      if (theirs) return conflict.begin({ theirs, kind, base: over.base });
    }
    // Another post than the one that is edited was created by this key.
    const isCreate = !over.post || over.post.id !== postId;
    if (isKeySpent(status, { isCreate, isDeleted: deleted !== null })) setCreationKey(newKey());
    setDeleted(deletedAfter(status, kind, deleted));
    alertFailure(ALERTS.save, error);
  }

  async function settle(post: Post, sent: PostForm, kind: SaveKind): Promise<void> {
    // As it was typed, not as it is stored: nothing changes under the writer's hands.
    const saved = { ...sent, published: post.published, slug: post.slug };
    // What was typed while it was on its way is not in what was saved: that is one more change.
    const done = isSameForm(latest.current, sent);
    if (done) await journal.forget().catch(console.error);
    if (!shown.current) return;
    replaceForm(rebaseForm(latest.current, sent, saved));
    setOrigin({ post, version: post.version, form: saved, base: saved });
    conflict.end();
    setDeleted(null);
    setFailure(null);
    setSavedAt(new Date());
    if (done && kind !== 'stay') {
      leave.allow();
      navigate(dashboardAddress());
    } else if (post.id !== postId) {
      // The address that a reload needs; the editor stays as it is.
      const state = { stay: true };
      navigate(`/admin/posts/edit/${post.id}`, { replace: true, preventScrollReset: true, state });
    }
  }

  /** Before it is sent, and when its field is left: what can be an address becomes one. */
  async function settleAddress(): Promise<void> {
    const typed = latest.current.slug;
    const slug = await toAddress(typed);
    if (slug !== typed && latest.current.slug === typed) change({ slug });
  }

  async function save(kind: SaveKind, over: Origin = origin): Promise<void> {
    if (busy || waitingFor > 0 || placeholders.areIn(latest.current.content)) return;
    // Every save is a version for good: the same again is none.
    if (kind === 'stay' && over.post && isSameForm(latest.current, over.form)) return;
    setBusy(kind);
    await settleAddress();
    // On a slow line that takes a moment, in which a picture may have been dropped.
    if (placeholders.areIn(latest.current.content)) return setBusy(null);
    const sent = latest.current;
    const meant = asMeant(sent, kind);
    let target = over;
    try {
      let input = toInput(meant, over.form);
      if (!target.post) {
        const { post, isNew } = await adminApi.createPost(input, creationKey);
        // Created before, though the answer was lost: what was typed since is a change of it.
        const changes = isNew ? null : changesSince(post, meant, input);
        if (!changes) return await settle(post, sent, kind);
        target = originOf(post);
        input = changes;
      }
      const { id } = target.post as Post;
      await settle(await adminApi.updatePost(id, input, target.version), sent, kind);
    } catch (error) {
      await fail(error, sent, kind, target);
    } finally {
      setBusy(null);
    }
  }

  return {
    form,
    change,
    /** What stands in the content for pictures that have not arrived. */
    placeholders,
    origin,
    unsaved,
    journal: journal.state,
    busy,
    errors: failure?.errors ?? {},
    savedAt,
    save,
    settleAddress,
    waiting: waitingFor > 0 || placeholders.areIn(form.content),
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
    conflict: conflict.found,
    async saveMerged(): Promise<void> {
      if (!conflict.found || busy) return;
      const { theirs, kind, mergeWith } = conflict.found;
      replaceForm(mergeWith(latest.current));
      await save(kind, originOf(theirs));
    },
    async takeConflicting(): Promise<void> {
      if (!conflict.found || !(await keptWork.putAside())) return;
      const next = originOf(conflict.found.theirs);
      setOrigin(next);
      replaceForm(next.form);
      conflict.end();
      setFailure(null);
    },
    dismissConflict: conflict.end,
    /** Why the last save failed; null once one has succeeded. */
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
