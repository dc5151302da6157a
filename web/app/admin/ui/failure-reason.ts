import { AdminApiError } from '../api/request.ts';

/** The sentence also says what to do. */
export function failureReason(error: unknown): string {
  // fetch throws a TypeError if there is no response.
  if (error instanceof TypeError)
    return 'The server could not be reached. Check your connection and try again.';
  if (!(error instanceof AdminApiError))
    return 'The server sent an unexpected response. Try again in a moment.';
  if (error.status === 404) return 'It has been deleted. Reload the page.';
  if (error.status === 409) return 'It was changed elsewhere. Try again.';
  const [field, [reason] = []] = Object.entries(error.problem.errors ?? {})[0] ?? [];
  if (field && reason) return `Its ${field} ${reason}. Open it in the editor.`;
  return error.problem.detail ?? 'Something went wrong on the server. Try again in a moment.';
}
