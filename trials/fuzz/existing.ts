/** Placeholders for what exists when the request is sent. */
export const EXISTING = {
  id: '{{id}}',
  trashed: '{{trashed}}',
  changed: '{{changed}}',
  /** A post with a working copy. */
  edited: '{{edited}}',
  slug: '{{slug}}',
  tag: '{{tag}}',
  /** A preview link, and the post that it belongs to. */
  link: '{{link}}',
  linked: '{{linked}}',
  token: '{{preview-token}}',
  session: '{{session}}',
  page: '{{page}}',
  pageSlug: '{{page-slug}}',
  changedPage: '{{changed-page}}',
  trashedPage: '{{trashed-page}}',
  /** The path of a picture that is large enough for an icon. */
  upload: '{{upload}}',
};
