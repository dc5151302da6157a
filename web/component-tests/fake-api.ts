import { type Account, account as accountSchema, firstSteps } from '@longhand/contract/account';
import { apiToken, newApiToken } from '@longhand/contract/api-tokens';
import { eventList } from '@longhand/contract/events';
import { importRun } from '@longhand/contract/imports';
import {
  mailing,
  type NewsletterSummary,
  newsletterSummary,
  subscriber,
  subscriberList,
} from '@longhand/contract/newsletter/newsletter';
import {
  type BulkChange,
  type BulkInput,
  bulkOutcomes,
} from '@longhand/contract/posts/bulk-changes';
import { linkTarget } from '@longhand/contract/posts/post-lists';
import {
  adminPostList,
  type Post,
  postDefaults,
  post as postSchema,
  preview,
  type TrashedPost,
  trashedPost,
} from '@longhand/contract/posts/posts';
import { tagCount } from '@longhand/contract/posts/tags';
import { redirect } from '@longhand/contract/redirect-list';
import { secondFactorState } from '@longhand/contract/second-factor';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { type SiteSettings, siteSettings } from '@longhand/contract/site/site-settings';
import { postViews, statistics } from '@longhand/contract/statistics/statistics';
import { automaticBackups, diskSpace } from '@longhand/contract/storage';
import { newWebhook, webhook, webhookDelivery } from '@longhand/contract/webhooks';
import { workingCopy, workingCopySummary } from '@longhand/contract/working-copies';
import { z } from 'zod';

/** A request as the API sees it; the path is without `/api`. */
export type Call = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** Parsed JSON, another text, or a form with a file. */
  readonly body: unknown;
};

type Answer = {
  readonly status?: number;
  readonly json?: unknown;
  /** The path of the next part of a list. */
  readonly next?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};
/** What it throws is a failure of the connection. */
type Handler = (call: Call) => Answer | Promise<Answer>;

const NO_CONTENT = { status: 204 } as const;

/** What the API answers when it does what it was asked: other answers fail the test. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  'GET /login': secondFactorState,
  'GET /admin/account': accountSchema,
  'PUT /admin/account': accountSchema,
  'GET /admin/backups': automaticBackups,
  'GET /admin/disk-space': diskSpace,
  'GET /admin/events': eventList,
  'GET /admin/first-steps': firstSteps,
  'GET /admin/imports/*': importRun,
  'GET /admin/link-targets': z.array(linkTarget),
  'GET /admin/mailings': z.array(mailing),
  'GET /admin/newsletter': newsletterSummary,
  'GET /admin/posts': adminPostList,
  'POST /admin/posts': postSchema,
  'PUT /admin/posts/*': postSchema,
  'POST /admin/posts/bulk': bulkOutcomes,
  'POST /admin/preview': preview,
  'GET /admin/redirects': z.array(redirect),
  'POST /admin/redirects': redirect,
  'GET /admin/settings': siteSettings,
  'PUT /admin/settings': siteSettings,
  'GET /admin/statistics': statistics,
  'GET /admin/statistics/posts': postViews,
  'GET /admin/subscribers': subscriberList,
  'POST /admin/subscribers': subscriber,
  'GET /admin/webhooks': z.array(webhook),
  'GET /admin/webhooks/*/deliveries': z.array(webhookDelivery),
  'POST /admin/webhooks': newWebhook,
  'GET /admin/tags': z.array(tagCount),
  'GET /admin/tokens': z.array(apiToken),
  'POST /admin/tokens': newApiToken,
  'GET /admin/trash': z.array(trashedPost),
  'POST /admin/trash/*/restore': postSchema,
  'GET /admin/working-copies': z.array(z.union([workingCopy, workingCopySummary])),
  'PUT /admin/working-copies/*': workingCopy,
};

export const SETTINGS: SiteSettings = {
  ...SITE_DEFAULTS,
  links: [...SITE_DEFAULTS.links],
  words: {},
  icon: null,
  logo: null,
  locked: [],
  locked_by: {},
};

const NO_NEWSLETTER: NewsletterSummary = {
  mail: null,
  subscribers: { waiting: 0, confirmed: 0, unsubscribed: 0, bounced: 0 },
  growth: [],
};

/**
 * The API in the browser's memory: what the editor asks for has an answer here, everything else fails the
 * test. A test gives its own answer with `on`, and looks at what was asked in `calls`.
 */
export function createFakeApi() {
  const posts = new Map<string, Post>();
  const trash = new Map<string, TrashedPost>();
  const handlers = new Map<string, Handler>();
  const calls: Call[] = [];
  const unanswered: string[] = [];
  let account: Account = {
    ...{
      username: 'admin',
      password_locked_by: null,
      second_factor: { totp: false, passkeys: [], recovery_codes_left: 0 },
      editor_view: null,
    },
    software: { version: '1.2.3', commit: null },
  };
  let uploads = 0;

  function findPosts({ path }: Call): Answer {
    const search = new URLSearchParams(path.split('?')[1]);
    const id = search.get('id');
    const words = search.get('q')?.toLowerCase() ?? '';
    const isFound = (post: Post) =>
      (id === null || post.id === id) && post.title.toLowerCase().includes(words);
    return { json: [...posts.values()].filter(isFound) };
  }

  function savePost(id: string, fields: unknown): Post {
    const before = posts.get(id);
    const saved = { ...before, ...(fields as Partial<Post>), version: (before?.version ?? 0) + 1 };
    posts.set(id, saved as Post);
    return saved as Post;
  }

  function deletePost(id: string): Answer {
    const post = posts.get(id);
    if (!post) return { status: 404 };
    posts.delete(id);
    trash.set(id, { ...post, deleted_at: new Date().toISOString() });
    return NO_CONTENT;
  }

  function restorePost(id: string): Answer {
    const post = trash.get(id);
    if (!post) return { status: 404 };
    trash.delete(id);
    posts.set(id, post as unknown as Post);
    return { json: post };
  }

  function changeOne({ kind, ...change }: BulkChange, id: string): Post | null | undefined {
    const post = posts.get(id);
    if (kind === 'delete') return deletePost(id).status === 204 ? null : undefined;
    if (kind === 'delete_for_good') return trash.delete(id) ? null : undefined;
    if (kind === 'restore') return restorePost(id).json as Post | undefined;
    if (!post) return undefined;
    if (!('topic' in change)) return savePost(id, { published: kind === 'publish' });
    const others = post.tags.filter((tag) => tag.toLowerCase() !== change.topic.toLowerCase());
    return savePost(id, { tags: kind === 'topic' ? [...others, change.topic] : others });
  }

  function changePosts({ body }: Call): Answer {
    const { ids, change } = body as BulkInput;
    const outcomes = ids.map((id) => {
      const post = changeOne(change, id);
      if (post === undefined) return { id, outcome: 'failed', problem: { status: 404 } };
      return { id, outcome: 'done', post };
    });
    return { json: { outcomes } };
  }

  const defaults: Readonly<Record<string, Handler>> = {
    'POST /admin/posts/bulk': changePosts,
    'GET /admin/posts': findPosts,
    'DELETE /admin/posts/*': ({ path }) => deletePost(path.split('/').at(-1) ?? ''),
    'GET /admin/trash': ({ path }) => ({ json: path.includes('q=') ? [] : [...trash.values()] }),
    'DELETE /admin/trash/*': ({ path }) =>
      trash.delete(path.split('/').at(-1) ?? '') ? NO_CONTENT : { status: 404 },
    'POST /admin/trash/*/restore': ({ path }) => restorePost(path.split('/').at(-2) ?? ''),
    'GET /admin/first-steps': () => ({ json: { steps: [], dismissed: true } }),
    'GET /admin/backups': () => ({ json: { backups: [] } }),
    'GET /admin/disk-space': () => ({ json: { status: 'ok', removable: [] } }),
    'PUT /admin/posts/*': ({ path, body }) => ({
      json: savePost(path.split('/').at(-1) ?? '', body),
    }),
    'GET /admin/working-copies': () => ({ json: [] }),
    'PUT /admin/working-copies/*': ({ path, body }) => ({
      json: {
        ...(body as object),
        id: path.split('/').at(-1),
        post_id: null,
        version: 1,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
      },
    }),
    'DELETE /admin/working-copies/*': () => NO_CONTENT,
    'GET /login': () => ({ json: { second_factor: false, passkeys: false } }),
    'GET /admin/account': () => ({ json: account }),
    'PUT /admin/account': ({ body }) => {
      account = { ...account, ...(body as Account) };
      return { json: account };
    },
    'GET /admin/tags': () => ({ json: [] }),
    'GET /pages': () => ({ json: [] }),
    'GET /admin/settings': () => ({ json: SETTINGS }),
    'GET /admin/newsletter': () => ({ json: NO_NEWSLETTER }),
    'GET /admin/link-targets': () => ({ json: [] }),
    'POST /admin/preview': ({ body }) => ({
      json: {
        content: (body as { content: string }).content,
        reading_minutes: 1,
        removed: [],
        removed_count: 0,
      },
    }),
    'POST /admin/upload-image': () => {
      uploads += 1;
      return { json: { url: `/uploads/leaf-${uploads}-300x200-123.webp` } };
    },
  };

  /** As in `PUT /admin/posts/*`. */
  function keysOf({ method, path }: Call): string[] {
    const exact = `${method} ${path.split('?')[0]}`;
    const parent = exact.replace(/\/[^/]*$/, '/*');
    const above = exact.replace(/\/[^/]*(\/[^/]*)$/, '/*$1');
    return [exact, parent, above];
  }

  function handlerOf(call: Call): Handler | undefined {
    return keysOf(call)
      .flatMap((key) => [handlers.get(key), defaults[key]])
      .find((handler) => handler !== undefined);
  }

  async function answer(call: Call): Promise<Required<Answer>> {
    calls.push(call);
    const handler = handlerOf(call);
    if (!handler) unanswered.push(`${call.method} ${call.path}`);
    const answered: Answer = (await handler?.(call)) ?? { status: 501 };
    const { status = 200, json = {}, next = null, headers = {} } = answered;
    const schema = keysOf(call)
      .map((key) => ANSWERS[key])
      .find((found) => found !== undefined);
    const problem = status < 300 && schema?.safeParse(json).error;
    if (problem) unanswered.push(`${call.method} ${call.path}: ${z.prettifyError(problem)}`);
    return { status, json, next, headers };
  }

  return {
    calls,
    unanswered,
    answer,

    /** Answers a call, as in `PUT /admin/posts/*`. */
    on(call: string, handler: Handler | Answer): void {
      handlers.set(call, typeof handler === 'function' ? handler : () => handler);
    },

    /** What was asked, as `GET /admin/tags`. */
    requests: () => calls.map(({ method, path }) => `${method} ${path}`),

    account: () => account,

    /** As after it was chosen before. */
    chooseView(editor_view: Account['editor_view']): void {
      account = { ...account, editor_view };
    },

    addPost(fields: Partial<Post> = {}): Post {
      const at = '2026-11-16T08:00:00.000Z';
      const post = {
        ...postDefaults(at),
        id: `018f3c5e-0000-7000-8000-${String(posts.size + trash.size + 1).padStart(12, '0')}`,
        version: 1,
        slug: 'a-post',
        title: 'A post',
        excerpt: 'An excerpt',
        content: '<p>Some content</p>',
        published: true,
        published_at: at,
        ...fields,
      } as Post;
      posts.set(post.id, post);
      return post;
    },

    addTrashed(fields: Partial<Post> = {}): Post {
      const post = this.addPost(fields);
      deletePost(post.id);
      return post;
    },

    trashPost: deletePost,

    /** Delays a call; the returned function lets the next one be answered, as before or with this. */
    hold(call: string): (instead?: Answer) => Promise<void> {
      const before = handlers.get(call) ?? defaults[call];
      const held: ((instead?: Answer) => void)[] = [];
      let onHeld = () => {};
      handlers.set(call, async (asked) => {
        const instead = await new Promise<Answer | undefined>((resolve) => {
          held.push(resolve);
          onHeld();
        });
        return instead ?? before?.(asked) ?? { status: 501 };
      });
      return async (instead) => {
        while (held.length === 0)
          await new Promise<void>((resolve) => {
            onHeld = resolve;
          });
        held.shift()?.(instead);
      };
    },
  };
}

export type FakeApi = ReturnType<typeof createFakeApi>;

function apiPath(address: string): string | undefined {
  const { pathname, search } = new URL(address, location.href);
  return pathname.startsWith('/api/') ? pathname.slice('/api'.length) + search : undefined;
}

function createFetch(answer: FakeApi['answer'], original: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const path = apiPath(request.url);
    if (path === undefined) return original(input, init);
    const text = await request.text();
    const { method, headers, signal } = request;
    const isJson = headers.get('content-type') === 'application/json';
    const body = isJson ? JSON.parse(text) : text || undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const answered = answer({ method, path, headers, body });
    const { status, json, next, headers: sent } = await Promise.race([answered, aborted]);
    return new Response(status === 204 ? null : JSON.stringify(json), {
      status,
      headers: { ...sent, ...(next !== null && { link: `</api${next}>; rel="next"` }) },
    });
  };
}

/** The part of XMLHttpRequest that uploads use. */
function createXhr(answer: FakeApi['answer']) {
  return class {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    readonly #headers = new Headers();
    #method = '';
    #path = '';
    status = 0;
    responseText = '';
    onload = () => {};

    open(method: string, address: string): void {
      this.#method = method;
      this.#path = apiPath(address) ?? '';
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    async send(body: unknown): Promise<void> {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const call = { method: this.#method, path: this.#path, headers: this.#headers, body };
      const { status, json } = await answer(call);
      this.status = status;
      this.responseText = JSON.stringify(json);
      this.onload();
    }
  };
}

const { fetch: originalFetch } = window;
const NEVER = new Promise<never>(() => {});

/**
 * Replaces the transports of the API client. After the returned function was called nothing is answered, so that
 * what a page has begun does nothing in the next test.
 */
export function installFakeApi(api: FakeApi): () => void {
  let isOpen = true;
  const answer: FakeApi['answer'] = async (call) => {
    const answered = isOpen ? await api.answer(call) : NEVER;
    return isOpen ? answered : NEVER;
  };
  window.fetch = createFetch(answer, originalFetch.bind(window));
  window.XMLHttpRequest = createXhr(answer) as unknown as typeof XMLHttpRequest;
  return () => {
    isOpen = false;
  };
}
