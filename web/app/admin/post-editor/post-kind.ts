import type { Post } from '@longhand/contract/posts/posts';
import { adminApi } from '../api/admin-api.ts';
import type { DocumentKind } from '../document-editor/document-kind.ts';
import { createLocalDrafts } from '../document-editor/drafts/local-drafts.ts';
import type { Baseline } from '../document-editor/editor-state.ts';
import type { DocumentEditor } from '../document-editor/use-document-editor.ts';
import { EMPTY_FORM, POST_RULES, type PostForm, toForm } from '../post-form/post-form.ts';
import { allOf, readView, viewPosts } from '../post-list/post-list.ts';
import { ALERTS } from '../ui/alerts.ts';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import { buttonEffects } from './publishing/button-effects.ts';
import { makeDraft, savedStateOf } from './saved-post.ts';
import { sendPost } from './send-post.ts';

/** Do not rename these: browsers have stored drafts under these names. */
export const postDrafts = createLocalDrafts('longhand', 'postId', EMPTY_FORM);

export type PostTypes = { readonly document: Post; readonly form: PostForm };

export type Editor = DocumentEditor<PostTypes>;

/** The dashboard shows this as a message. */
function announcement({ id, title, slug, published, publish_at }: Post) {
  return { saved: { id, title, slug, published, publish_at } };
}

/** Earlier versions of this software stored a scheduled post with the box ticked. */
function untickScheduled(form: PostForm, { document, base }: Baseline<PostTypes>): PostForm {
  const wasScheduled = (base ?? form).publish_at !== '' && !document?.published;
  return wasScheduled ? { ...form, published: false } : form;
}

/** The list as it was left, or all of it where its filters would hide the post. */
function addressWith(post: Post): string {
  const address = dashboardAddress();
  const view = readView(new URLSearchParams(address.split('?')[1]));
  const isListed = view.shown !== 'trash' && allOf(viewPosts([post], view)).length > 0;
  return isListed ? address : '/admin';
}

export const POSTS: DocumentKind<PostTypes> = {
  name: 'post',
  emptyForm: EMPTY_FORM,
  toForm,
  reopen: untickScheduled,
  setByServer: ['published', 'slug', 'published_at', 'publish_at', 'send_when_published'],
  sentIfChanged: ['translation_of'],
  publishing: { from: { published: false }, to: { published: true } },
  fields: POST_RULES,
  slugSource: ({ slug }) => slug,
  slugLanguage: ({ language }, siteLanguage) => language || siteLanguage,
  find: adminApi.findPost,
  findVersion: adminApi.findPostVersion,
  copies: adminApi.postCopies,
  drafts: postDrafts,
  send: sendPost,
  effects: buttonEffects,
  savedState: savedStateOf,
  publishAt: (post) => post?.publish_at ?? null,
  unpublish: makeDraft,
  afterSave: (post) => ({ to: addressWith(post), state: announcement(post) }),
  texts: {
    saveFailed: ALERTS.save,
    trash: 'the trash',
    isInTrash: 'is in the trash',
    back: { to: dashboardAddress, label: 'Back to Dashboard' },
  },
};
