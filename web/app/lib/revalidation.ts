import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Another query or hash on the same page needs no new data. */
export function leavesPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
