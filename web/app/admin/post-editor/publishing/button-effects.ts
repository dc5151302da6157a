import type { Post } from '@longhand/contract/posts/posts';
import type { EditorState } from '../../document-editor/editor-state.ts';
import { mergeForms } from '../../document-editor/merge-forms.ts';
import { isScheduling, POST_RULES, type PostForm, toForm } from '../../post-form/post-form.ts';
import { settleDates } from '../../post-form/publish-dates.ts';
import type { Effect } from '../../ui/effect-line.tsx';
import { dayAndTime } from '../../words/date-and-time.ts';
import type { PostTypes } from '../post-kind.ts';
import { savedStateOf } from '../saved-post.ts';

type Edited = Pick<EditorState<PostTypes>, 'baseline' | 'conflict' | 'form'>;

type Saving = { readonly document: Post | null; readonly saved: PostForm; readonly form: PostForm };

/** After a change elsewhere, a press first shows the comparison: this is what it proposes to save. */
function proposedSave({ baseline, conflict, form }: Edited): Saving {
  const theirs = conflict?.theirs.baseline.document ?? null;
  const isTheirsNewer = theirs !== null && theirs.version > baseline.version;
  const document = isTheirsNewer ? theirs : baseline.document;
  if (!document || document.version <= baseline.version)
    return { document, saved: baseline.form, form };
  const saved = toForm(document);
  const versions = {
    base: conflict ? conflict.base : baseline.base,
    mine: form,
    theirs: conflict?.theirs.form ?? saved,
  };
  const merged = mergeForms(POST_RULES, versions, conflict?.choices ?? {});
  return { document, saved, form: merged };
}

function effectOf({ document, saved, form }: Saving, timeZone: string, now: number): Effect {
  const state = savedStateOf(document, now);
  if (state === 'live')
    return form.published
      ? { text: 'updates the live post', isPublic: true }
      : { text: 'leaves the site', isPublic: true };
  if (isScheduling(form, saved)) {
    if (!form.published && form.publish_at === saved.publish_at)
      return { text: 'stays scheduled', isPublic: false };
    const then = dayAndTime(form.publish_at, timeZone, { weekday: 'long', now });
    return { text: `goes online ${then}`, isPublic: true };
  }
  if (form.published) return { text: 'goes online now', isPublic: true };
  return { text: state === 'scheduled' ? 'ends the schedule' : 'stays a draft', isPublic: false };
}

/** What the two buttons would do now. */
export function buttonEffects(
  edited: Edited,
  timeZone: string,
  now = Date.now(),
): Readonly<Record<'save' | 'publish', Effect>> {
  const { document, saved, form } = proposedSave(edited);
  const settled = settleDates(form, saved, now);
  const isKept = settled.publish_at !== '' && settled.publish_at === saved.publish_at;
  const effect = (published: boolean) =>
    effectOf({ document, saved, form: { ...settled, published } }, timeZone, now);
  return {
    // With the date kept, the box changes nothing.
    save: effect(settled.published && !isKept),
    publish: effect(true),
  };
}
