import { SessionOverError } from './admin-api.ts';

/** What the browser's own dialogs say; the first four word for word as specified. */
export const ALERTS = {
  save: 'Failed to save post. Please try again.',
  delete: 'Failed to delete post. Please try again.',
  upload: 'Failed to upload image. Please try again.',
  imageUrl: 'Failed to save image URL. Please check the URL and try again.',
  logOutEverywhere: 'Failed to log out everywhere. Nobody was logged out. Please try again.',
} as const;

export const DELETE_QUESTION = 'Are you sure you want to delete this post?';

export const LOG_OUT_QUESTION =
  'Log out everywhere? Every browser that is logged in, this one too, will have to log in again.';

/** For the log, unless the session is over: that is no failure, and the login says it. */
export function logFailure(error: unknown): void {
  if (!(error instanceof SessionOverError)) console.error(error);
}

/** Says in a dialog what failed, unless the login is about to say that the session is over. */
export function alertFailure(message: string, error: unknown): void {
  logFailure(error);
  if (!(error instanceof SessionOverError)) window.alert(message);
}
