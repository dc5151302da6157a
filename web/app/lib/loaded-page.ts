import { ApiError } from './api-client.ts';

/** A page that may not exist, with the status of the response. */
export type LoadedPage<Page> =
  | { readonly page: Page; readonly status: 200 }
  | { readonly page: null; readonly status: 404 | 503 };

/** What the API refuses does not exist; any other failure is logged, and may pass. */
export function failureStatus(error: unknown): 404 | 503 {
  if (error instanceof ApiError && error.status < 500) return 404;
  console.error(error);
  return 503;
}
