import { type APIRequestContext, type Page, request } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';

type Post = { id: string; slug: string; title: string; version: number; published: boolean };

type Administrator = {
  token: string;
  api: APIRequestContext;
  createPost: (fields?: Record<string, unknown>) => Promise<Post>;
};

let count = 0;

/** All tests write on one site. */
export function uniqueTitle(words = 'A post'): string {
  count += 1;
  return `${words} ${process.pid}-${Date.now().toString(36)}-${count}`;
}

export async function logIn(site = WRITING_SITE): Promise<string> {
  const anonymous = await request.newContext({ baseURL: site });
  const response = await anonymous.post('/api/login', {
    data: { username: 'admin', password: PASSWORD },
  });
  expect(response.status()).toBe(200);
  const { access_token } = await response.json();
  await anonymous.dispose();
  return access_token;
}

/** The last session of this worker on each site. */
const sessions = new Map<string, string>();

async function isValid(site: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${site}/api/admin/account`, { headers })).ok;
}

/** A worker logs in again only after a test has ended its session. */
async function currentSession(site: string): Promise<string> {
  const last = sessions.get(site);
  if (last && (await isValid(site, last))) return last;
  const token = await logIn(site);
  sessions.set(site, token);
  return token;
}

/** Once per test: a token that the page removes stays removed. */
export function storeToken([site, token]: readonly [string, string]): void {
  if (location.origin !== site || localStorage.getItem('token given')) return;
  localStorage.setItem('token given', 'yes');
  localStorage.setItem('token', token);
}

/**
 * All tests have one account: what one of them chooses as the view of the editor must not open in another.
 * Why not a route: the browser’s cache is off while a page has one.
 */
function keepViewForItself(): void {
  const send = window.fetch;
  const KEY = 'view of this test';
  window.fetch = async (address, options) => {
    if (!String(address).endsWith('/api/admin/account')) return send(address, options);
    const { method, body, ...rest } = options ?? {};
    if (method === 'PUT')
      localStorage.setItem(KEY, JSON.stringify(JSON.parse(String(body)).editor_view));
    const response = await send(address, rest);
    if (!response.ok) return response;
    const editor_view = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Response.json({ ...(await response.json()), editor_view });
  };
}

/** Logged in without the form, on a site where tests may write. */
export const test = base.extend<{
  admin: Administrator;
  loggedIn: boolean;
}>({
  baseURL: WRITING_SITE,
  loggedIn: [true, { option: true }],
  admin: async ({ baseURL }, use) => {
    const site = baseURL ?? WRITING_SITE;
    const token = await currentSession(site);
    const api = await request.newContext({
      baseURL: site,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    await use({
      token,
      api,
      async createPost(fields = {}) {
        const data = {
          title: uniqueTitle(),
          excerpt: 'An excerpt',
          content: '<p>Some content</p>',
          published: true,
          ...fields,
        };
        const response = await api.post('/api/admin/posts', { data });
        expect(response.status(), await response.text()).toBe(201);
        return response.json();
      },
    });
    await api.dispose();
  },
  page: async ({ page, admin, baseURL, loggedIn }, use) => {
    // Why not storageState: Playwright opens another page for it.
    if (loggedIn) await page.addInitScript(storeToken, [baseURL ?? '', admin.token] as const);
    await page.addInitScript(keepViewForItself);
    await use(page);
  },
});

export { expect };

/** Accepts or dismisses the next dialog and returns its message. */
export function nextDialog(
  page: Page,
  action: 'accept' | 'dismiss' = 'accept',
  text?: string,
): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      const message = dialog.message();
      await (action === 'accept' ? dialog.accept(text) : dialog.dismiss());
      resolve(message);
    });
  });
}
