import type { Post, PostInput } from '@longhand/contract/posts/posts';
import { requestOk } from './http-client.ts';
import { ADMIN_PASSWORD } from './site.ts';

/** Returns the session's token. */
export async function openSession(
  site: string,
  headers: Record<string, string> = {},
  password = ADMIN_PASSWORD,
): Promise<string> {
  const body = { username: 'admin', password };
  const response = await requestOk(`${site}/api/login`, { method: 'POST', headers, body });
  return JSON.parse(response.body.toString()).access_token;
}

export async function sessionHeaders(site: string, password?: string) {
  return { authorization: `Bearer ${await openSession(site, {}, password)}` };
}

export async function switchOnStatistics(site: string): Promise<void> {
  const headers = await sessionHeaders(site);
  const body = { statistics: true };
  await requestOk(`${site}/api/admin/settings`, { method: 'PUT', headers, body });
}

export async function logIn(site: string) {
  const headers = await sessionHeaders(site);

  return {
    /** POST with a body, otherwise GET. */
    async call(path: string, body?: object): Promise<unknown> {
      const request = body ? { method: 'POST', headers, body } : { headers };
      const response = await requestOk(`${site}/api/admin${path}`, request, body ? 202 : 200);
      return JSON.parse(response.body.toString());
    },

    async create(post: PostInput): Promise<Post> {
      const url = `${site}/api/admin/posts`;
      const created = await requestOk(url, { method: 'POST', headers, body: post }, 201);
      return JSON.parse(created.body.toString());
    },

    async update(id: string, post: PostInput): Promise<void> {
      await requestOk(`${site}/api/admin/posts/${id}`, { method: 'PUT', headers, body: post });
    },
  };
}

export type Administrator = Awaited<ReturnType<typeof logIn>>;
