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

/** Not if the session is over: the login page says so. */
export function logFailure(error: unknown): void {
  if (!(error instanceof SessionOverError)) console.error(error);
}

/** The same, with an alert. */
export function alertFailure(message: string, error: unknown): void {
  logFailure(error);
  if (!(error instanceof SessionOverError)) window.alert(message);
}
