import type { Post, PostInput } from '@longhand/contract/posts';
import { mustAnswer } from './client.ts';
import { ADMIN_PASSWORD } from './site.ts';

/** The writer of the blog, at the API. */
export async function logIn(site: string) {
  const login = await mustAnswer(`${site}/api/login`, {
    method: 'POST',
    body: { username: 'admin', password: ADMIN_PASSWORD },
  });
  const { access_token } = JSON.parse(login.body.toString());
  const headers = { authorization: `Bearer ${access_token}` };

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
