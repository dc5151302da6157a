/** What the browser's own dialogs say, word for word as specified. */
export const ALERTS = {
  save: 'Failed to save post. Please try again.',
  delete: 'Failed to delete post. Please try again.',
  upload: 'Failed to upload image. Please try again.',
  imageUrl: 'Failed to save image URL. Please check the URL and try again.',
} as const;

export const DELETE_QUESTION = 'Are you sure you want to delete this post?';
