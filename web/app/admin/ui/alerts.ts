import { SessionOverError } from '../api/request.ts';

/** The specification fixes the first four texts. */
export const ALERTS = {
  save: 'Failed to save post. Please try again.',
  delete: 'Failed to delete post. Please try again.',
  upload: 'Failed to upload image. Please try again.',
  imageUrl: 'Failed to save image URL. Please check the URL and try again.',
  deleteForGood: 'Failed to delete post for good. Please try again.',
  restore: 'Failed to restore post. Please try again.',
  restoreVersion: 'Failed to restore this version. Please try again.',
  unpublish: 'Failed to unpublish post. Please try again.',
  unschedule: 'Failed to unschedule post. Please try again.',
  duplicate: 'Failed to duplicate post. Please try again.',
  discard: 'Failed to discard the changes. Please try again.',
  discardChanged:
    'The changes were not discarded because they were changed elsewhere. Reload the page to see them.',
  chooseView: 'Failed to save your default editor. Please try again.',
  removeSamples: 'Failed to remove the sample posts. Please try again.',
  logOutEverywhere: 'Failed to log out everywhere. All sessions are still open. Please try again.',
} as const;

export const DISK_ALERTS = {
  remove: 'Failed to delete the files. Please try again.',
} as const;

export const PAGE_ALERTS = {
  save: 'Failed to save page. Please try again.',
  delete: 'Failed to delete page. Please try again.',
  restore: 'Failed to restore page. Please try again.',
  move: 'Failed to move page. Please try again.',
} as const;

export const REDIRECT_ALERTS = {
  remove: 'Failed to remove the redirect. Please try again.',
  restore: 'Failed to restore the redirect. Please try again.',
  list: 'Failed to load more redirects. Please try again.',
  download: 'Failed to download the redirects. Please try again.',
} as const;

export const SUBSCRIBER_ALERTS = {
  delete: 'Failed to delete the subscriber. Please try again.',
  list: 'Failed to load more subscribers. Please try again.',
  download: 'Failed to download the subscribers. Please try again.',
} as const;

export const MAILING_ALERTS = {
  pause: 'Failed to pause the mailing. Please try again.',
  resume: 'Failed to resume the mailing. Please try again.',
  cancel: 'Failed to cancel the mailing. Please try again.',
  list: 'Failed to load more mailings. Please try again.',
} as const;

export const DELETE_QUESTION = 'Are you sure you want to delete this post?';

/** A session that is over is not logged because the login page says it. */
export function logFailure(error: unknown): void {
  if (!(error instanceof SessionOverError)) console.error(error);
}

export function alertFailure(message: string, error: unknown): void {
  logFailure(error);
  if (!(error instanceof SessionOverError)) window.alert(message);
}
