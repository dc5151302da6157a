import type { Post } from '@longhand/contract/posts';

/** How a call travels: in the same process, over HTTP between hosts, or from the browser. */
export type Transport = (path: string) => Promise<Response>;

export class ApiError extends Error {
  readonly status: number;
  /** Where a post that has moved is now. */
  readonly movedTo: string | undefined;

  constructor(path: string, answer: Response) {
    super(`GET ${path} answered ${answer.status}`);
    this.status = answer.status;
    const location = answer.headers.get('location') ?? '';
    this.movedTo = /^\/api\/posts\/([a-z0-9-]+)$/.exec(location)?.[1];
  }
}

/** The public calls of the API, whatever carries them. */
export function createApiClient(transport: Transport) {
  async function get<Answer>(path: string): Promise<Answer> {
    const answer = await transport(path);
    if (!answer.ok) throw new ApiError(path, answer);
    return answer.json() as Promise<Answer>;
  }

  return {
    listPosts: () => get<Post[]>('/posts'),
    listTags: async () => (await get<{ tags: string[] }>('/tags')).tags,
    findPost: (slug: string) => get<Post>(`/posts/${encodeURIComponent(slug)}`),
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** A list that cannot be had stays empty; the failure is for the log, not for the reader. */
export async function orEmpty<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await list;
  } catch (error) {
    console.error(error);
    return [];
  }
}
