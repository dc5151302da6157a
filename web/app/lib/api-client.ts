import type { PageSummary, PublicPage } from '@longhand/contract/pages/pages';
import type { ArchivedPost, ArchiveYear } from '@longhand/contract/posts/post-lists';
import { type PostQuery, postsPath } from '@longhand/contract/posts/post-query';
import type {
  PostDetail,
  PublicPost,
  PublicPostSummary,
  PublicState,
} from '@longhand/contract/posts/posts';
import type { PreviewedPost } from '@longhand/contract/posts/preview-links';
import type { PublicRedirect } from '@longhand/contract/redirect-list';
import type { SiteInfo } from '@longhand/contract/site/site-settings';

/** What a page sends for a visitor, with the visitor's address. */
export type Submission = {
  readonly body: unknown;
  readonly address: string;
  readonly userAgent?: string;
};

/** A server calls the API in-process or over HTTP, with the id of the page request. */
export type Transport = (
  path: string,
  requestId?: string,
  submission?: Submission,
) => Promise<Response>;

export class ApiError extends Error {
  readonly status: number;
  /** The current slug of a post or page that was renamed. */
  readonly movedTo: string | undefined;

  constructor(path: string, response: Response) {
    // The message is logged: without a query, because a search is private, and without a token.
    super(`GET ${path.replace(/\?.*|(?<=^\/preview\/).*/s, '')} answered ${response.status}`);
    this.status = response.status;
    const location = response.headers.get('location') ?? '';
    this.movedTo = /^\/api\/(?:posts|pages)\/([a-z0-9-]+)$/.exec(location)?.[1];
  }
}

/** `next` is the cursor of the next page. */
export type PostPage = { readonly posts: PublicPostSummary[]; readonly next: string | null };

export type YearPage = { readonly posts: ArchivedPost[]; readonly next: string | null };

function nextCursor(response: Response): string | null {
  const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  return link ? new URLSearchParams(link.split('?')[1]).get('cursor') : null;
}

export function createApiClient(transport: (path: string) => Promise<Response>) {
  async function fetchOk(path: string): Promise<Response> {
    const response = await transport(path);
    if (!response.ok) throw new ApiError(path, response);
    return response;
  }

  async function get<Body>(path: string): Promise<Body> {
    return (await fetchOk(path)).json() as Promise<Body>;
  }

  return {
    readSite: () => get<SiteInfo>('/site'),
    readState: () => get<PublicState>('/state'),
    listPosts: (query?: Omit<PostQuery, 'view'>) => get<PublicPost[]>(postsPath(query)),
    async listPage(query: Omit<PostQuery, 'view'>): Promise<PostPage> {
      const response = await fetchOk(postsPath({ ...query, view: 'summary' }));
      return { posts: (await response.json()) as PublicPostSummary[], next: nextCursor(response) };
    },
    listTags: async () => (await get<{ tags: string[] }>('/tags')).tags,
    listYears: async () => (await get<{ years: ArchiveYear[] }>('/archive')).years,
    async listYear(year: number, cursor?: string): Promise<YearPage> {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`;
      const response = await fetchOk(`/archive/${year}${query}`);
      return { posts: (await response.json()) as ArchivedPost[], next: nextCursor(response) };
    },
    findPreview: (token: string) => get<PreviewedPost>(`/preview/${encodeURIComponent(token)}`),
    listPages: () => get<PageSummary[]>('/pages'),
    findPage: (slug: string) => get<PublicPage>(`/pages/${encodeURIComponent(slug)}`),
    /** Where an old address leads; null if nowhere. */
    findRedirect: async (path: string) =>
      (await get<PublicRedirect>(`/redirects?path=${encodeURIComponent(path)}`)).to,
    findPost: (slug: string) => get<PostDetail>(`/posts/${encodeURIComponent(slug)}`),
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;

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

/** The fallback on failure, which is only logged: the reader still gets a page. */
export async function orElse<Value>(value: Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    console.error(error);
    return fallback;
  }
}

export function orEmpty<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  return orElse(list, []);
}

export const NO_POSTS: PostPage = { posts: [], next: null };
