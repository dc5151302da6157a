import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The pages of a list differ by a cursor in the query. */
export function turnsPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search;
}

/** Another query or hash on the same page needs no new data. */
export function leavesPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
