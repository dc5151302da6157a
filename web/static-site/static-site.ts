/**
 * Only the pages of a static site have this script: files take the place of the API, and the query of an address, which
 * a static host does not know, is applied by the page itself.
 */
import type { ArchivedPost } from '@longhand/contract/posts/post-lists';
import type { PublicPost } from '@longhand/contract/posts/posts';
import { normalRedirectPath } from '@longhand/contract/redirects';
import { after, partOf } from './posts-from-list.ts';

const fetchFile = window.fetch.bind(window);

let list: Promise<PublicPost[]> | undefined;

async function readList(): Promise<PublicPost[]> {
  list ??= fetchFile('/api/posts.json').then((response) => response.json());
  return list.catch((error) => {
    list = undefined;
    throw error;
  });
}

function queryOf(search: URLSearchParams) {
  const { limit, ...query } = Object.fromEntries(search);
  return { ...query, ...(limit !== undefined && { limit: Number(limit) }) };
}

async function answerList(search: URLSearchParams): Promise<Response> {
  const { posts, next } = partOf(await readList(), queryOf(search));
  const headers = next === null ? {} : { link: `</api/posts?cursor=${next}>; rel="next"` };
  return new Response(JSON.stringify(posts), { headers });
}

/** The file has all posts of the year; the page that is being read has the first of them. */
async function answerYear(path: string, cursor: string): Promise<Response> {
  const posts: ArchivedPost[] = await (await fetchFile(`${path}.json`)).json();
  return new Response(JSON.stringify(after(posts, cursor)));
}

/** Null if the old address leads nowhere. */
async function findRedirect(path: string): Promise<string | null> {
  const redirects: Record<string, string> = await (await fetchFile('/api/redirects.json')).json();
  return redirects[normalRedirectPath(path) ?? ''] ?? null;
}

async function answerRedirect(path: string): Promise<Response> {
  return new Response(JSON.stringify({ to: await findRedirect(path) }));
}

window.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : input;
  const { origin, pathname, searchParams } = new URL(address, location.href);
  if (origin !== location.origin || !pathname.startsWith('/api/')) return fetchFile(input, init);
  if (pathname === '/api/posts') return answerList(searchParams);
  if (pathname === '/api/redirects') return answerRedirect(searchParams.get('path') ?? '');
  const cursor = searchParams.get('cursor');
  return cursor === null ? fetchFile(`${pathname}.json`) : answerYear(pathname, cursor);
};

/** The page was made without the query, which is taken away until React has taken over. */
function applyQueryLater(): void {
  const { pathname, search, hash } = location;
  if (search === '') return;
  history.replaceState(history.state, '', pathname + hash);
  const apply = () => {
    history.replaceState(history.state, '', pathname + search + hash);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  };
  const { dataset } = document.documentElement;
  const observer = new MutationObserver(() => {
    if (dataset.scripts !== 'ready') return;
    observer.disconnect();
    apply();
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-scripts'] });
  // The page waits for a touch before it loads its scripts; a query is one.
  addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('wheel')));
}

/** A static host answers an address like `/?p=1` with the front page. */
async function leaveOldAddress(path: string): Promise<void> {
  if (!normalRedirectPath(path)?.includes('?')) return;
  const to = await findRedirect(path);
  if (to !== null) location.replace(to);
}

void leaveOldAddress(location.pathname + location.search);
applyQueryLater();
