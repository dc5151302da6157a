import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Another query or another heading of the same page needs nothing that is not there already. */
export function stayingOnPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
