import type { Post } from '@longhand/contract/posts';
import { adminApi } from '../api/admin-api.ts';
import type { DocumentKind } from '../document-editor/document-kind.ts';
import type { DocumentEditor } from '../document-editor/use-document-editor.ts';
import { POST_RULES } from '../post-form/field-rules.ts';
import { EMPTY_FORM, type PostForm, toForm } from '../post-form/post-form.ts';
import { ALERTS } from '../ui/alerts.ts';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import { makeDraft } from './change-saved-post.ts';
import { postDrafts } from './post-drafts.ts';
import { savedStateOf } from './saved-state.ts';
import { sendPost } from './send-post.ts';

export type PostTypes = { readonly document: Post; readonly form: PostForm };

export type Editor = DocumentEditor<PostTypes>;

/** For the dashboard, which says that it is saved. */
function announcement({ id, title, slug, published, publish_at }: Post) {
  return { saved: { id, title, slug, published, publish_at } };
}

export const POSTS: DocumentKind<PostTypes> = {
  name: 'post',
  emptyForm: EMPTY_FORM,
  toForm,
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
  savedState: savedStateOf,
  unpublish: makeDraft,
  afterSave: (post) => ({ to: dashboardAddress(), state: announcement(post) }),
  texts: {
    saveFailed: ALERTS.save,
    trash: 'the trash',
    isInTrash: 'is in the trash',
    back: { to: dashboardAddress, label: 'Back to Dashboard' },
  },
};
