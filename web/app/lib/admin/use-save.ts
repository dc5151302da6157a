import type { Post } from '@longhand/contract/posts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ALERTS, alertFailure } from './alerts.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { applyKind, type Baseline, baselineOf, type SaveKind } from './editor-state.ts';
import { newKey } from './local-drafts.ts';
import type { Placeholders } from './placeholders.ts';
import { EMPTY_FORM, isSameForm, type PostForm } from './post-form.ts';
import { explainFailure } from './save-failure.ts';
import { sendPost } from './send-post.ts';
import { toSlug } from './to-slug.ts';
import type { EditorStore } from './use-editor.ts';

type Options = {
  readonly placeholders: Placeholders;
  readonly deleteDraft: () => Promise<void>;
  readonly allowLeaving: () => void;
};

function useFinish({ getState, dispatch }: EditorStore, options: Options) {
  const navigate = useNavigate();
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  return async function finish(post: Post, sent: PostForm, kind: SaveKind): Promise<void> {
    // What was typed while it was on its way is not in what was saved: that is one more change.
    const isDone = isSameForm(getState().form, sent);
    if (isDone) await options.deleteDraft().catch(console.error);
    if (!mounted.current) return;
    const isOther = post.id !== getState().baseline.post?.id;
    dispatch({ type: 'saved', post, sent, at: new Date() });
    if (isDone && kind !== 'stay') {
      options.allowLeaving();
      navigate(dashboardAddress());
    } else if (isOther) {
      // The address that a reload needs; the editor stays as it is.
      const state = { stay: true };
      navigate(`/admin/posts/edit/${post.id}`, { replace: true, preventScrollReset: true, state });
    }
  };
}

export function useSave(store: EditorStore, options: Options) {
  const { getState, dispatch } = store;
  const { placeholders } = options;
  const finish = useFinish(store, options);

  /** Before it is sent, and when its field is left: what can be a slug becomes one. */
  async function normalizeSlug(): Promise<void> {
    const typed = getState().form.slug;
    const slug = await toSlug(typed);
    if (slug !== typed && getState().form.slug === typed)
      dispatch({ type: 'change', fields: { slug } });
  }

  async function send(kind: SaveKind, over: Baseline): Promise<void> {
    await normalizeSlug();
    const { form: sent, creationKey } = getState();
    // On a slow line that takes a moment, in which a picture may have been dropped.
    if (placeholders.areIn(sent.content)) return;
    const result = await sendPost(applyKind(sent, kind), over, creationKey);
    if (result.post) return finish(result.post, sent, kind);
    const failure = explainFailure(result.error);
    dispatch({ type: 'save-failed', ...result, failure, kind, newKey: newKey() });
    if (!result.theirs) alertFailure(ALERTS.save, result.error);
  }

  async function save(kind: SaveKind, over: Baseline = getState().baseline): Promise<void> {
    const { form, saving, uploads } = getState();
    if (saving || uploads > 0 || placeholders.areIn(form.content)) return;
    // Every save is a version for good: the same again is none.
    if (kind === 'stay' && over.post && isSameForm(form, over.form)) return;
    dispatch({ type: 'start-save', kind });
    await send(kind, over).finally(() => dispatch({ type: 'end-save' }));
  }

  async function saveMerged(): Promise<void> {
    const { conflict, saving } = getState();
    if (!conflict || saving) return;
    dispatch({ type: 'merge' });
    await save(conflict.kind, baselineOf(conflict.theirs));
  }

  async function saveAsNew(): Promise<void> {
    const { deleted, form } = getState();
    // Its address stays with the post that is gone.
    const nothing = { ...baselineOf(null), form: { ...EMPTY_FORM, slug: form.slug } };
    await save(deleted ?? 'stay', nothing);
  }

  return { save, saveMerged, saveAsNew, normalizeSlug };
}
