import { createLocalDrafts } from '../document-editor/drafts/local-drafts.ts';
import { EMPTY_FORM } from '../post-form/post-form.ts';

/** Do not rename: earlier versions have stored these names. */
export const postDrafts = createLocalDrafts('longhand', 'postId', EMPTY_FORM);
