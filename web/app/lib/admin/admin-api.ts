import type { BackupTicket } from '@longhand/contract/backups';
import type {
  AdminPostSummary,
  Post,
  PostInput,
  PostVersion,
  Preview,
  TrashedPost,
} from '@longhand/contract/posts';
import type { Problem } from '@longhand/contract/problems';
import { apiAddress } from '../browser-api.ts';
import { readToken, removeToken } from '../session.ts';
import { rememberLoginRedirect } from './login-redirect.ts';

export class AdminApiError extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;

  constructor(call: string, status: number, problem: Partial<Problem>) {
    super(`${call} answered ${status}: ${problem.detail ?? 'no reason was given'}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Needs no message of its own: the login page says that the session is over. */
export class SessionOverError extends Error {
  constructor(call: string) {
    super(`${call} was refused: the session is over`);
  }
}

/** The session is over: the browser goes to the login and comes back here after it. */
function endSession(): void {
  rememberLoginRedirect({ to: location.pathname + location.search, ended: true });
  removeToken();
}

type Answer = { readonly status: number; readonly body: string };
type Send = (headers: Record<string, string>) => Promise<Answer>;

function parseProblem(body: string): Partial<Problem> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

async function authorised(call: string, send: Send): Promise<Answer> {
  const token = readToken() ?? '';
  const answer = await send({ accept: 'application/json', authorization: `Bearer ${token}` });
  const { status, body } = answer;
  if (status === 401) {
    const now = readToken();
    // Another tab has logged in again in the meantime.
    if (now !== null && now !== token) return authorised(call, send);
    // Of several refused calls, only the first ends the session.
    if (now !== null) endSession();
    throw new SessionOverError(call);
  }
  if (status < 200 || status > 299) {
    throw new AdminApiError(call, status, parseProblem(body));
  }
  return answer;
}

function parse<Result>({ status, body }: Answer): Result {
  return (status === 204 ? undefined : JSON.parse(body)) as Result;
}

type Options = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

function send(
  method: string,
  path: string,
  { body, headers: own, signal }: Options = {},
): Promise<Answer> {
  return authorised(`${method} ${path}`, async (headers) => {
    const answer = await fetch(apiAddress(path), {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...own,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { status: answer.status, body: await answer.text() };
  });
}

async function request<Result>(method: string, path: string, options?: Options): Promise<Result> {
  return parse(await send(method, path, options));
}

/** Anything but a list is a failure. */
async function list<Entry>(path: string): Promise<Entry[]> {
  const answer = await request<unknown>('GET', path);
  if (!Array.isArray(answer)) throw new Error(`GET ${path} answered no list`);
  return answer;
}

async function url(answer: Promise<{ url?: unknown }>): Promise<string> {
  const { url } = await answer;
  if (typeof url !== 'string') throw new Error('The answer has no address of an image');
  return url;
}

/** By XMLHttpRequest: fetch does not tell how much of a file is sent. */
async function upload(file: File, onProgress: (fraction: number) => void) {
  const path = '/admin/upload-image';
  const answer = await authorised(`POST ${path}`, (headers) => {
    const form = new FormData();
    form.set('file', file);
    return new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', apiAddress(path));
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText });
      xhr.onerror = () => reject(new Error('The upload was interrupted'));
      xhr.send(form);
    });
  });
  return parse<{ url?: unknown }>(answer);
}

export const adminApi = {
  listPosts: () => list<AdminPostSummary>('/admin/posts?view=summary'),
  async findPost(id: string): Promise<Post | undefined> {
    const posts = await list<Post>(`/admin/posts?id=${encodeURIComponent(id)}`);
    return posts.find((post) => post.id === id);
  },
  /** A key that was used before creates nothing: the answer is the post that it created then. */
  async createPost(input: PostInput, key: string): Promise<{ post: Post; isNew: boolean }> {
    const headers = { 'idempotency-key': key };
    const answer = await send('POST', '/admin/posts', { body: input, headers });
    return { post: parse<Post>(answer), isNew: answer.status !== 200 };
  },
  updatePost: (id: string, input: PostInput, version: number) =>
    request<Post>('PUT', `/admin/posts/${id}`, {
      body: input,
      headers: { 'if-match': `"${version}"` },
    }),
  deletePost: (id: string) => request<undefined>('DELETE', `/admin/posts/${id}`),

  listTrash: () => list<TrashedPost>('/admin/trash'),
  restorePost: (id: string) => request<Post>('POST', `/admin/trash/${id}/restore`),

  listPostVersions: (id: string) => list<PostVersion>(`/admin/posts/${id}/revisions`),
  findPostVersion: (id: string, version: number) =>
    request<Post>('GET', `/admin/posts/${id}/revisions/${version}`),

  logOutEverywhere: () => request<undefined>('POST', '/admin/logout-everywhere'),

  preview: (content: string, signal: AbortSignal) =>
    request<Preview>('POST', '/admin/preview', { body: { content }, signal }),

  /** The address of a backup, which works once and for a minute. */
  async requestBackupUrl(): Promise<string> {
    const { url } = await request<BackupTicket>('POST', '/admin/backup-tickets');
    return new URL(url, new URL(apiAddress('/'), location.href)).href;
  },

  saveImageUrl: (image_url: string) =>
    url(request('POST', '/admin/save-image-url', { body: { image_url } })),
  uploadImage: (file: File, onProgress: (fraction: number) => void) =>
    url(upload(file, onProgress)),
};

/** The one call without a token. Any failure is the same failure. */
export async function login(username: string, password: string): Promise<string> {
  const answer = await fetch(apiAddress('/login'), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`POST /login answered ${answer.status}`);
  const { access_token } = (await answer.json()) as { access_token?: unknown };
  if (typeof access_token !== 'string') throw new Error('POST /login answered without a token');
  return access_token;
}
