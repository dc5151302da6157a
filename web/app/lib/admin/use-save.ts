import type { Post } from '@longhand/contract/posts';
import { useNavigate } from 'react-router';
import { ALERTS, alertFailure } from './alerts.ts';
import type { Autosave } from './autosave.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { newKey } from './draft-store.ts';
import { applyKind, type Baseline, baselineOf, type SaveKind } from './editor-state.ts';
import type { Placeholders } from './placeholders.ts';
import { EMPTY_FORM, isSameForm, type PostForm } from './post-form.ts';
import { explainFailure } from './save-failure.ts';
import { sendPost } from './send-post.ts';
import { toSlug } from './to-slug.ts';
import type { EditorStore } from './use-editor.ts';
import { useMounted } from './use-mounted.ts';

type Options = {
  readonly placeholders: Placeholders;
  readonly autosave: Autosave;
  readonly deleteDraft: () => Promise<void>;
  readonly allowLeaving: () => void;
};

/** For the dashboard, which says what has become public or will. */
function announcement({ title, slug, published, publish_at }: Post) {
  return published || publish_at ? { published: { title, slug, publish_at } } : null;
}

function useFinish({ getState, dispatch }: EditorStore, options: Options) {
  const navigate = useNavigate();
  const mounted = useMounted();

  return async function finish(post: Post, sent: PostForm): Promise<void> {
    // Otherwise something was typed during the save, and the draft is still needed.
    const isUnchanged = isSameForm(getState().form, sent);
    if (isUnchanged) await options.deleteDraft().catch(console.error);
    if (!mounted.current) return;
    const isOtherPost = post.id !== getState().baseline.post?.id;
    dispatch({ type: 'saved', post, sent, at: new Date(), isLeaving: isUnchanged });
    if (isUnchanged) {
      options.allowLeaving();
      navigate(dashboardAddress(), { state: announcement(post) });
    } else if (isOtherPost) {
      // Changes the URL for a reload, without remounting the editor.
      const state = { stay: true };
      navigate(`/admin/posts/edit/${post.id}`, { replace: true, preventScrollReset: true, state });
    }
  };
}

export function useSave(store: EditorStore, options: Options) {
  const { getState, dispatch } = store;
  const { placeholders } = options;
  const finish = useFinish(store, options);

  async function normalizeSlug(): Promise<void> {
    const typed = getState().form.slug;
    const slug = await toSlug(typed);
    if (slug !== typed && getState().form.slug === typed)
      dispatch({ type: 'change', fields: { slug } });
  }

  async function send(kind: SaveKind, over: Baseline): Promise<void> {
    // Of two writes at once, the server might keep the working copy that this save makes obsolete.
    await Promise.all([normalizeSlug(), options.autosave.settle()]);
    const { form: sent, creationKey, copy } = getState();
    // An image may have been dropped while the slug code was loading.
    if (placeholders.hasPending(sent.content)) return;
    const result = await sendPost(applyKind(sent, kind), over, { creationKey, copy });
    if (result.post) return finish(result.post, sent);
    const failure = explainFailure(result.error);
    dispatch({ type: 'save-failed', ...result, failure, kind, newKey: newKey() });
    if (!result.theirs) alertFailure(ALERTS.save, result.error);
  }

  async function save(kind: SaveKind, over: Baseline = getState().baseline): Promise<void> {
    const { form, saving, uploads } = getState();
    if (saving || uploads > 0 || placeholders.hasPending(form.content)) return;
    dispatch({ type: 'start-save', kind });
    await send(kind, over).finally(() => dispatch({ type: 'end-save' }));
  }

  /** Leaves the post as it is, and needs no valid form. */
  async function saveCopy(): Promise<void> {
    const outcome = await options.autosave.flush();
    if (outcome === 'done') dispatch({ type: 'copy-saved' });
    if (getState().conflict) dispatch({ type: 'open-conflict' });
  }

  async function saveMerged(): Promise<void> {
    const { conflict, saving } = getState();
    if (!conflict || saving) return;
    dispatch({ type: 'merge' });
    if (conflict.kind) await save(conflict.kind, conflict.theirs.baseline);
    else await saveCopy();
  }

  async function saveAsNew(): Promise<void> {
    const { deleted, form } = getState();
    // The slug belongs to the deleted post: a new one is made from the title.
    const newPost = { ...baselineOf(null), form: { ...EMPTY_FORM, slug: form.slug } };
    await save(deleted ?? 'draft', newPost);
  }

  return { save, saveCopy, saveMerged, saveAsNew, normalizeSlug };
}
