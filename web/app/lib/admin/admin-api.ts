import type {
  Account,
  ActiveSession,
  FirstSteps,
  PasswordInput,
  RemovedSamples,
} from '@longhand/contract/account';
import type { BackupTicket } from '@longhand/contract/backups';
import type { ImagePage } from '@longhand/contract/images';
import { MAX_LINK_TARGETS } from '@longhand/contract/limits';
import type { LinkTarget } from '@longhand/contract/link-targets';
import type {
  NewPageInput,
  Page,
  PageInput,
  PageSummary,
  PageVersion,
  TrashedPage,
} from '@longhand/contract/pages';
import type {
  AdminPostSummary,
  Post,
  PostInput,
  PostVersion,
  Preview,
  TrashedPost,
  WholeTrashedPost,
} from '@longhand/contract/posts';
import type { NewPreviewLink, PreviewLink } from '@longhand/contract/preview-links';
import type { Problem } from '@longhand/contract/problems';
import type { SiteSettings, SiteSettingsInput } from '@longhand/contract/site-settings';
import type { TagCount } from '@longhand/contract/tags';
import type {
  WorkingCopy,
  WorkingCopyInput,
  WorkingCopySummary,
} from '@longhand/contract/working-copies';
import { apiAddress } from '../browser-api.ts';
import { readToken, removeToken } from '../session.ts';
import { rememberLoginRedirect } from './login-redirect.ts';

export class AdminApiError extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  /** In seconds, after too many calls. */
  readonly retryAfter: number | undefined;

  constructor(call: string, status: number, problem: Partial<Problem>, retryAfter?: number) {
    super(`${call} answered ${status}: ${problem.detail ?? 'no reason was given'}`);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

export function hasStatus(error: unknown, status: number): error is AdminApiError {
  return error instanceof AdminApiError && error.status === status;
}

/** Needs no alert: the login page shows that the session is over. */
export class SessionOverError extends Error {
  constructor(call: string) {
    super(`${call} was refused: the session is over`);
  }
}

/** Removing the token leads to the login page, which returns here. */
function endSession(): void {
  rememberLoginRedirect({ to: location.pathname + location.search, ended: true });
  removeToken();
}

type ApiResponse = {
  readonly status: number;
  readonly body: string;
  readonly retryAfter?: number | undefined;
};
type Send = (headers: Record<string, string>) => Promise<ApiResponse>;

function parseProblem(body: string): Partial<Problem> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

async function authorised(call: string, send: Send, isBackground = false): Promise<ApiResponse> {
  const token = readToken() ?? '';
  const response = await send({ accept: 'application/json', authorization: `Bearer ${token}` });
  const { status, body, retryAfter } = response;
  if (status === 401) {
    const currentToken = readToken();
    // Another tab has logged in again.
    if (currentToken !== null && currentToken !== token)
      return authorised(call, send, isBackground);
    // Only the first of several refused calls ends the session.
    if (currentToken !== null && !isBackground) endSession();
    throw new SessionOverError(call);
  }
  if (status < 200 || status > 299) {
    throw new AdminApiError(call, status, parseProblem(body), retryAfter);
  }
  return response;
}

function parse<Result>({ status, body }: ApiResponse): Result {
  return (status === 204 ? undefined : JSON.parse(body)) as Result;
}

type Options = {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Nobody asked for it, so it does not lead to the login page. */
  isBackground?: boolean | undefined;
  /** The request outlives the page, if it is small enough for that. */
  isLeaving?: boolean;
};

/** Browsers refuse more than 64 KiB. */
const KEEPALIVE_BYTES = 60_000;

function send(
  method: string,
  path: string,
  { body, headers: extraHeaders, signal, isBackground, isLeaving = false }: Options = {},
): Promise<ApiResponse> {
  const json = JSON.stringify(body);
  const keepalive = isLeaving && new TextEncoder().encode(json).length < KEEPALIVE_BYTES;
  const fetchResponse: Send = async (headers) => {
    const response = await fetch(apiAddress(path), {
      method,
      headers: {
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...extraHeaders,
      },
      ...(json !== undefined && { body: json }),
      ...(keepalive && { keepalive }),
      ...(signal && { signal }),
    });
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    return { status: response.status, body: await response.text(), retryAfter };
  };
  return authorised(`${method} ${path}`, fetchResponse, isBackground);
}

async function request<Result>(method: string, path: string, options?: Options): Promise<Result> {
  return parse(await send(method, path, options));
}

async function list<Entry>(path: string, options?: Options): Promise<Entry[]> {
  const response = await request<unknown>('GET', path, options);
  if (!Array.isArray(response)) throw new Error(`GET ${path} answered no list`);
  return response;
}

async function url(response: Promise<{ url?: unknown }>): Promise<string> {
  const { url } = await response;
  if (typeof url !== 'string') throw new Error('The answer has no address of an image');
  return url;
}

/** Why XMLHttpRequest: fetch does not report upload progress. */
async function upload(
  file: File,
  onProgress: (fraction: number) => void,
  isBackground: boolean,
): Promise<{ url?: unknown }> {
  const path = '/admin/upload-image';
  const sendForm: Send = (headers) => {
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
  };
  return parse(await authorised(`POST ${path}`, sendForm, isBackground));
}

/** The working copy that a save makes part of the post; the server deletes it with the save. */
function savedCopy(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'working-copy': `"${version}"` };
}

export const adminApi = {
  listPosts: () => list<AdminPostSummary>('/admin/posts?view=summary'),
  /** Posts with the text in title, excerpt, tags or body. */
  searchPosts: (text: string, signal: AbortSignal) =>
    list<AdminPostSummary>(`/admin/posts?view=summary&q=${encodeURIComponent(text)}`, { signal }),
  async findPost(id: string): Promise<Post | undefined> {
    const posts = await list<Post>(`/admin/posts?id=${encodeURIComponent(id)}`);
    return posts.find((post) => post.id === id);
  },
  /** With a key that was used before for the same input, the response is the post that was created then. */
  async createPost(
    input: PostInput,
    key: string,
    copy?: number,
  ): Promise<{ post: Post; isNew: boolean }> {
    const headers = { 'idempotency-key': key, ...savedCopy(copy) };
    const response = await send('POST', '/admin/posts', { body: input, headers });
    return { post: parse<Post>(response), isNew: response.status !== 200 };
  },
  updatePost: (id: string, input: PostInput, version: number, copy?: number) =>
    request<Post>('PUT', `/admin/posts/${id}`, {
      body: input,
      headers: { 'if-match': `"${version}"`, ...savedCopy(copy) },
    }),
  deletePost: (id: string) => request<undefined>('DELETE', `/admin/posts/${id}`),

  listWorkingCopies: () => list<WorkingCopySummary>('/admin/working-copies'),
  /** Undefined if there is none. */
  async findWorkingCopy(id: string, isBackground = false): Promise<WorkingCopy | undefined> {
    const path = `/admin/working-copies?id=${encodeURIComponent(id)}`;
    const [found] = await request<WorkingCopy[]>('GET', path, { isBackground });
    return found;
  },
  /** Replaces the version that is expected; null if there must be none yet. */
  saveWorkingCopy: (
    id: string,
    body: WorkingCopyInput,
    { expected, isLeaving }: { expected: number | null; isLeaving: boolean },
  ) =>
    request<WorkingCopy>('PUT', `/admin/working-copies/${id}`, {
      body,
      headers: expected === null ? { 'if-none-match': '*' } : { 'if-match': `"${expected}"` },
      isBackground: true,
      isLeaving,
    }),
  /** Only this version of it, or whatever it is. */
  deleteWorkingCopy: (id: string, version: number | null, isBackground = false) =>
    request<undefined>('DELETE', `/admin/working-copies/${id}`, {
      headers: { 'if-match': version === null ? '*' : `"${version}"` },
      isBackground,
    }),

  listTrash: () => list<TrashedPost>('/admin/trash'),
  findTrashedPost: (id: string) => request<WholeTrashedPost>('GET', `/admin/trash/${id}`),
  deletePostForGood: (id: string) => request<undefined>('DELETE', `/admin/trash/${id}`),
  restorePost: (id: string) => request<Post>('POST', `/admin/trash/${id}/restore`),

  listPostVersions: (id: string) => list<PostVersion>(`/admin/posts/${id}/revisions`),
  findPostVersion: (id: string, version: number) =>
    request<Post>('GET', `/admin/posts/${id}/revisions/${version}`),

  /** Whole, in their order. */
  listPages: () => list<Page>('/admin/pages'),
  /** Without their texts. */
  listPageSummaries: (signal: AbortSignal) =>
    list<PageSummary>('/pages', { signal, isBackground: true }),
  createPage: (input: NewPageInput) => request<Page>('POST', '/admin/pages', { body: input }),
  /** Only over the version, if one is given. */
  updatePage: (id: string, input: PageInput, version?: number) =>
    request<Page>('PUT', `/admin/pages/${id}`, {
      body: input,
      ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
    }),
  deletePage: (id: string) => request<undefined>('DELETE', `/admin/pages/${id}`),
  listTrashedPages: () => list<TrashedPage>('/admin/trash/pages'),
  restorePage: (id: string) => request<Page>('POST', `/admin/trash/pages/${id}/restore`),
  listPageVersions: (id: string) => list<PageVersion>(`/admin/pages/${id}/revisions`),
  findPageVersion: (id: string, version: number) =>
    request<Page>('GET', `/admin/pages/${id}/revisions/${version}`),

  /** Of all posts, the most used first. */
  listTags: () => list<TagCount>('/admin/tags', { isBackground: true }),
  listPreviewLinks: (id: string) => list<PreviewLink>(`/admin/posts/${id}/preview-links`),
  createPreviewLink: (id: string, expires_in_days: number) =>
    request<NewPreviewLink>('POST', `/admin/posts/${id}/preview-links`, {
      body: { expires_in_days },
    }),
  revokePreviewLink: (id: string, link: string) =>
    request<undefined>('DELETE', `/admin/posts/${id}/preview-links/${link}`),

  findFirstSteps: () => request<FirstSteps>('GET', '/admin/first-steps', { isBackground: true }),
  dismissFirstSteps: () => request<undefined>('POST', '/admin/first-steps/dismiss'),
  /** To the trash. */
  removeSamplePosts: () => request<RemovedSamples>('DELETE', '/admin/sample-posts'),

  readSettings: () => request<SiteSettings>('GET', '/admin/settings'),
  /** Stays on the page if the session is over: what was typed is only there. */
  saveSettings: (body: SiteSettingsInput) =>
    request<SiteSettings>('PUT', '/admin/settings', { body, isBackground: true }),

  findAccount: () => request<Account>('GET', '/admin/account'),
  changePassword: (body: PasswordInput) => request<undefined>('POST', '/admin/password', { body }),
  /** The latest used first. */
  listSessions: () => list<ActiveSession>('/admin/sessions'),
  endSession: (id: string) => request<undefined>('DELETE', `/admin/sessions/${id}`),
  logOutEverywhere: () => request<undefined>('POST', '/admin/logout-everywhere'),

  preview: (content: string, signal: AbortSignal, isBackground: boolean) =>
    request<Preview>('POST', '/admin/preview', { body: { content }, signal, isBackground }),

  /** Those that lead to no post are left out. */
  async findLinkTargets(slugs: readonly string[], signal: AbortSignal): Promise<LinkTarget[]> {
    const targets: LinkTarget[] = [];
    for (let first = 0; first < slugs.length; first += MAX_LINK_TARGETS) {
      const some = slugs.slice(first, first + MAX_LINK_TARGETS).join(',');
      const path = `/admin/link-targets?slugs=${some}`;
      targets.push(...(await request<LinkTarget[]>('GET', path, { signal, isBackground: true })));
    }
    return targets;
  },

  /** A download URL that works once, within a minute. */
  async requestBackupUrl(): Promise<string> {
    const { url } = await request<BackupTicket>('POST', '/admin/backup-tickets');
    return new URL(url, new URL(apiAddress('/'), location.href)).href;
  },

  saveImageUrl: (image_url: string) =>
    url(request('POST', '/admin/save-image-url', { body: { image_url } })),
  /** Uploads, the newest first; the next page begins `before` the end of another. */
  listImages: (before: string | null, signal: AbortSignal) => {
    const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
    return request<ImagePage>('GET', `/admin/images${query}`, { signal });
  },
  uploadImage: (file: File, onProgress: (fraction: number) => void, isBackground = false) =>
    url(upload(file, onProgress, isBackground)),
};

export async function login(username: string, password: string): Promise<string> {
  const response = await fetch(apiAddress('/login'), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`POST /login answered ${response.status}`);
  const { access_token } = (await response.json()) as { access_token?: unknown };
  if (typeof access_token !== 'string') throw new Error('POST /login answered without a token');
  return access_token;
}
