import { MAX_SLUG_LENGTH, RESERVED_SLUG, SLUG_PATTERN } from '@longhand/contract/limits';
import { isReservedSlug } from '@longhand/contract/page-addresses';
import type { Page } from '@longhand/contract/pages';

type Listed = Pick<Page, 'id' | 'slug' | 'title'>;

const CHOOSE = 'Please choose another one.';

/**
 * Why a page cannot have the address, as a sentence; null if it can. What is only written wrongly is
 * put right when the field is left, and is no reason while somebody types.
 */
export function addressProblem(
  typed: string,
  pages: readonly Listed[],
  ownId: string | null,
): string | null {
  const slug = typed.trim().toLowerCase();
  const isOwn = pages.some((page) => page.slug === slug && page.id === ownId);
  if (isReservedSlug(slug) && !isOwn) return `“${slug}” ${RESERVED_SLUG}. ${CHOOSE}`;
  const other = pages.find((page) => page.slug === slug && page.id !== ownId);
  if (other) return `The page “${other.title}” already has the address “${slug}”. ${CHOOSE}`;
  if (SLUG_PATTERN.test(slug) && slug.length > MAX_SLUG_LENGTH)
    return `It has ${slug.length} characters, and the limit is ${MAX_SLUG_LENGTH}.`;
  return null;
}
