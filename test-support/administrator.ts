import type { Post, PostInput } from '@longhand/contract/posts';
import { mustAnswer } from './http-client.ts';
import { ADMIN_PASSWORD } from './site.ts';

/** A session's token. */
export async function openSession(
  site: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  const answer = await mustAnswer(`${site}/api/login`, { method: 'POST', headers, body });
  return JSON.parse(answer.body.toString()).access_token;
}

/** The writer of the blog, at the API. */
export async function logIn(site: string) {
  const headers = { authorization: `Bearer ${await openSession(site)}` };

  return {
    async create(post: PostInput): Promise<Post> {
      const url = `${site}/api/admin/posts`;
      const created = await mustAnswer(url, { method: 'POST', headers, body: post }, 201);
      return JSON.parse(created.body.toString());
    },

    async update(id: string, post: PostInput): Promise<void> {
      await mustAnswer(`${site}/api/admin/posts/${id}`, { method: 'PUT', headers, body: post });
    },
  };
}

export type Administrator = Awaited<ReturnType<typeof logIn>>;
