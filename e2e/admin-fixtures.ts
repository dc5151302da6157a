import { type APIRequestContext, type Page, request } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';

type Post = { id: string; slug: string; title: string; version: number; published: boolean };

type Administrator = {
  token: string;
  /** The API, with the session's token. */
  api: APIRequestContext;
  /** A post with a title that no other test has. */
  createPost: (fields?: Record<string, unknown>) => Promise<Post>;
};

let count = 0;

/** A title of this test's own: all of them write on one site. */
export function ownTitle(words = 'A post'): string {
  count += 1;
  return `${words} ${process.pid}-${Date.now().toString(36)}-${count}`;
}

export async function logIn(site = WRITING_SITE): Promise<string> {
  const anonymous = await request.newContext({ baseURL: site });
  const answer = await anonymous.post('/api/login', {
    data: { username: 'admin', password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const { access_token } = await answer.json();
  await anonymous.dispose();
  return access_token;
}

/** Once a context: a token that the page forgets stays forgotten. */
function giveToken([site, token]: readonly [string, string]): void {
  if (location.origin !== site || localStorage.getItem('token given')) return;
  localStorage.setItem('token given', 'yes');
  localStorage.setItem('token', token);
}

/** Logged in without the form, on a site where posts may come and go. */
export const test = base.extend<{ admin: Administrator; loggedIn: boolean }>({
  baseURL: WRITING_SITE,
  loggedIn: [true, { option: true }],
  admin: async ({ baseURL }, use) => {
    const token = await logIn(baseURL);
    const api = await request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    await use({
      token,
      api,
      async createPost(fields = {}) {
        const data = {
          title: ownTitle(),
          excerpt: 'An excerpt',
          content: '<p>Some content</p>',
          published: true,
          ...fields,
        };
        const answer = await api.post('/api/admin/posts', { data });
        expect(answer.status(), await answer.text()).toBe(201);
        return answer.json();
      },
    });
    await api.dispose();
  },
  context: async ({ context, admin, baseURL, loggedIn }, use) => {
    // Playwright's own way, storageState, opens a window of its own for it.
    if (loggedIn) await context.addInitScript(giveToken, [baseURL ?? '', admin.token] as const);
    await use(context);
  },
});

export { expect };

/** Answers the next dialog, and tells what it said. */
export function nextDialog(
  page: Page,
  answer: 'accept' | 'dismiss' = 'accept',
  text?: string,
): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      const message = dialog.message();
      await (answer === 'accept' ? dialog.accept(text) : dialog.dismiss());
      resolve(message);
    });
  });
}
