import { type PostQuery, postsPath } from '@longhand/contract/post-query';
import type { Post, PublicPostSummary, PublicState } from '@longhand/contract/posts';

/**
 * How a call travels: in the same process, over HTTP between hosts, or from the browser; on the
 * server with the id of the request that it is made for.
 */
export type Transport = (path: string, requestId?: string) => Promise<Response>;

export class ApiError extends Error {
  readonly status: number;
  /** Where a post that has moved is now. */
  readonly movedTo: string | undefined;

  constructor(path: string, answer: Response) {
    // What somebody searches for is not written down: this ends up in the server's log.
    super(`GET ${path.split('?', 1)[0]} answered ${answer.status}`);
    this.status = answer.status;
    const location = answer.headers.get('location') ?? '';
    this.movedTo = /^\/api\/posts\/([a-z0-9-]+)$/.exec(location)?.[1];
  }
}

/** A part of a list of posts, and where the next one begins. */
export type Part = { readonly posts: PublicPostSummary[]; readonly next: string | null };

function nextCursor(answer: Response): string | null {
  const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  return link ? new URLSearchParams(link.split('?')[1]).get('cursor') : null;
}

/** The public calls of the API, whatever carries them. */
export function createApiClient(transport: Transport) {
  async function ask(path: string): Promise<Response> {
    const answer = await transport(path);
    if (!answer.ok) throw new ApiError(path, answer);
    return answer;
  }

  async function get<Answer>(path: string): Promise<Answer> {
    return (await ask(path)).json() as Promise<Answer>;
  }

  return {
    readState: () => get<PublicState>('/state'),
    listPosts: (query?: Omit<PostQuery, 'view'>) => get<Post[]>(postsPath(query)),
    async listPart(query: Omit<PostQuery, 'view'>): Promise<Part> {
      const answer = await ask(postsPath({ ...query, view: 'summary' }));
      return { posts: (await answer.json()) as PublicPostSummary[], next: nextCursor(answer) };
    },
    listTags: async () => (await get<{ tags: string[] }>('/tags')).tags,
    findPost: (slug: string) => get<Post>(`/posts/${encodeURIComponent(slug)}`),
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** What cannot be had is replaced; the failure is for the log, not for the reader. */
export async function orElse<Answer>(answer: Promise<Answer>, fallback: Answer): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    console.error(error);
    return fallback;
  }
}

/** A list that cannot be had stays empty. */
export function orEmpty<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  return orElse(list, []);
}

export const NO_POSTS: Part = { posts: [], next: null };
