import type { ListedPage } from '@longhand/contract/pages/pages';
import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { foldCase } from '@longhand/contract/text/text-rules';

export type LinkOption = {
  readonly href: string;
  readonly title: string;
  /** What else is to be known of it: what readers cannot open yet, and that it is a page. */
  readonly note: 'Draft' | 'Scheduled' | 'Page' | null;
};

const MAX_OPTIONS = 8;
/** A single letter is in almost every post; a single sign of Chinese can be a word. */
const TOO_SHORT = /^[\p{ASCII}]?$/u;
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:|www\.|[/#?])|^\S+\.[a-z]{2,}(?:[/:?#]\S*)?$|^[^\s@]+@\S*$|^https?$/i;

/** What to search for; empty if an address is typed. */
export function searchText(typed: string): string {
  const text = typed.trim();
  return TOO_SHORT.test(text) || ADDRESS.test(text) ? '' : text;
}

export function postNote({ published, publish_at }: AdminPostSummary): LinkOption['note'] {
  if (published) return null;
  return publish_at === null ? 'Draft' : 'Scheduled';
}

type Titled = { readonly title: string };

/** Lower is better: the start of the title, the start of a word, elsewhere in it, not in it. */
function rank({ title }: Titled, query: string): number {
  const at = foldCase(title).indexOf(query);
  if (at <= 0) return at === 0 ? 0 : 3;
  return foldCase(title).includes(` ${query}`) ? 1 : 2;
}

export function bestMatches<Option extends Titled>(
  options: readonly Option[],
  text: string,
): Option[] {
  const query = foldCase(text);
  return options
    .map((option) => ({ option, rank: rank(option, query) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_OPTIONS)
    .map(({ option }) => option);
}

type Found = {
  readonly posts: readonly AdminPostSummary[];
  readonly pages: readonly ListedPage[];
};

export function linkOptions({ posts, pages }: Found, text: string): LinkOption[] {
  const query = foldCase(text);
  const options: readonly LinkOption[] = [
    ...pages
      .filter(({ title, slug }) => [foldCase(title), slug].some((name) => name.includes(query)))
      .map(({ slug, title }) => ({ href: `/${slug}`, title, note: 'Page' as const })),
    ...posts.map((post) => ({
      href: `/blog/${post.slug}`,
      title: post.title,
      note: postNote(post),
    })),
  ];
  return bestMatches(options, text);
}
