import type { Page } from '@playwright/test';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import {
  type MailServer,
  type ReceivedMail,
  startMailServer,
} from '../test-support/mail-server.ts';
import { ADMIN_PASSWORD, startSite } from '../test-support/site.ts';
import { uniqueTitle } from './admin-fixtures.ts';
import { test as base, expect, hold, hydrated, violationsInThemes } from './fixtures.ts';

type Blog = {
  readonly url: string;
  readonly mail: MailServer;
  /** Sends a new post to all who have confirmed, and waits until it is sent. */
  readonly sendPost: () => Promise<void>;
  readonly stateOf: (email: string) => Promise<string | undefined>;
};

async function startBlog(mail: MailServer) {
  const site = await startSite(temporaryFolder(), {
    ...{ ADMIN_PASSWORD, DEMO_CONTENT: 'false', TRUST_PROXY: 'loopback' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Post <post@blog.example>' },
  });
  const url = `http://localhost:${site.port}`;
  const administrator = await logIn(url);
  const call = (path: string, body?: object) => administrator.call(path, body);
  return { ...site, url, administrator, call };
}

/** A blog with a mail server of its own. */
const test = base.extend<object, { blog: Blog }>({
  blog: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer();
      const { url, administrator, call, stop } = await startBlog(mail);
      await use({
        url,
        mail,
        async sendPost() {
          const { id } = await administrator.create({
            ...{ title: uniqueTitle(), excerpt: 'An excerpt', content: '<p>Text</p>' },
            published: true,
          });
          const mailing = (await call('/mailings', { post_id: id })) as { id: string };
          await expect
            .poll(async () => (await call(`/mailings/${mailing.id}`)) as object)
            .toMatchObject({ state: 'done' });
        },
        async stateOf(email) {
          const { subscribers } = (await call(`/subscribers?q=${encodeURIComponent(email)}`)) as {
            subscribers: { state: string }[];
          };
          return subscribers[0]?.state;
        },
      });
      await stop();
      await mail.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ blog }, use) => use(blog.url),
  // Twenty addresses an hour are the limit of one visitor.
  extraHTTPHeaders: ({ browserName: _ }, use) => use({ 'x-forwarded-for': newVisitor() }),
});

// One blog for all of them.
test.describe.configure({ mode: 'default' });

let count = 0;

function newVisitor(): string {
  count += 1;
  return `192.0.2.${count % 250}`;
}

function newReader(): string {
  count += 1;
  return `reader-${process.pid}-${Date.now().toString(36)}-${count}@reader.example`;
}

/** Of the mails to an address, the one with this number; sending takes as long as it takes. */
async function mailTo({ mail }: Blog, email: string, number: number): Promise<ReceivedMail> {
  await expect.poll(() => mail.mailsTo(email).length, { timeout: 60_000 }).toBe(number);
  return mail.mailsTo(email).at(-1) as ReceivedMail;
}

/** As in the text of the mail, which mail programs make a link of. */
function linkIn({ text = '' }: ReceivedMail, action: 'confirm' | 'leave'): string {
  return new RegExp(`http://\\S+/newsletter/${action}/\\S+`).exec(text)?.[0] ?? '';
}

const field = (page: Page) => page.getByLabel('Your email address');
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** From the link of the confirmation mail to the end of the subscription, on pages that need no scripts. */
async function confirmAndLeave(page: Page, blog: Blog, email: string): Promise<void> {
  await page.goto(linkIn(await mailTo(blog, email, 1), 'confirm'));
  await expect(heading(page)).toHaveText('Confirm your subscription');
  // A program that checks mails has followed the link.
  expect(await blog.stateOf(email)).toBe('waiting');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading(page)).toHaveText('You are subscribed');
  expect(await blog.stateOf(email)).toBe('confirmed');

  await blog.sendPost();
  await page.goto(linkIn(await mailTo(blog, email, 2), 'leave'));
  await expect(heading(page)).toHaveText('Unsubscribe from the newsletter?');
  expect(await blog.stateOf(email)).toBe('confirmed');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(heading(page)).toHaveText('You are unsubscribed');
  expect(await blog.stateOf(email)).toBe('unsubscribed');
}

test('a reader joins in place, confirms, gets a post and leaves', async ({ page, blog, watch }) => {
  const email = newReader();
  await page.goto('/');
  await hydrated(page);
  await field(page).fill(email);
  await subscribe(page).click();
  await expect(page.getByRole('status')).toHaveText(/^Check your inbox\./);
  expect(page.url()).toBe(`${blog.url}/`);
  expect(watch.requests).toEqual(['POST /api/newsletter']);
  expect(await violationsInThemes(page, 'the form')).toEqual([]);
  await confirmAndLeave(page, blog, email);
  expect(await violationsInThemes(page, 'the page after leaving')).toEqual([]);
  await page.getByRole('link', { name: 'Join the Newsletter' }).click();
  await expect(page).toHaveURL(`${blog.url}/newsletter`);
  await expect(field(page)).toBeVisible();
  expect(await violationsInThemes(page, 'the page of the form')).toEqual([]);
});

test('before its scripts are there, the form waits for them, and is answered in place', async ({
  page,
  blog,
  watch,
}) => {
  const email = newReader();
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/');
  await field(page).fill(email);
  await subscribe(page).click();
  release();
  await expect(page.getByRole('status')).toHaveText(/^Check your inbox\./);
  expect(page.url()).toBe(`${blog.url}/`);
  await expect(field(page)).toHaveValue(email);
  expect(watch.requests).toEqual(['POST /api/newsletter']);
  await mailTo(blog, email, 1);
});

test('where its scripts cannot be loaded, the form is sent as it is', async ({
  page,
  blog,
  watch,
}) => {
  watch.expectConsoleError(/Failed to load resource/);
  const email = newReader();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await field(page).fill(email);
  await subscribe(page).click();
  await expect(page).toHaveURL(`${blog.url}/newsletter`);
  await expect(page.getByText('Check your inbox.')).toBeVisible();
  await mailTo(blog, email, 1);
});

test.describe('with a clock', () => {
  test.use({ ownContext: true });

  test('where its scripts never arrive, the form is sent as it is after a while', async ({
    page,
    blog,
  }) => {
    const email = newReader();
    await page.clock.install();
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/');
    await field(page).fill(email);
    await subscribe(page).click();
    await page.clock.fastForward(10_000);
    await expect(page).toHaveURL(`${blog.url}/newsletter`);
    release();
    await mailTo(blog, email, 1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader joins after a mistake, confirms, gets a post and leaves', async ({
    page,
    blog,
    watch,
  }) => {
    watch.expectConsoleError(/status of 400/);
    const email = newReader();
    await page.goto('/');
    await field(page).fill('nobody');
    await subscribe(page).click();
    await expect(page.getByText('That does not look like an email address.')).toBeVisible();
    await expect(field(page)).toHaveValue('nobody');
    await field(page).fill(email);
    await subscribe(page).click();
    await expect(page.getByText('Check your inbox.')).toBeVisible();
    // The address is in no URL.
    await expect(page).toHaveURL(`${blog.url}/newsletter`);
    await confirmAndLeave(page, blog, email);
  });
});

test('by plain HTTP one joins, confirms, and a mail program leaves with one click', async ({
  blog,
}) => {
  const email = newReader();
  const post = (url: string, body?: BodyInit) =>
    fetch(url, { method: 'POST', redirect: 'manual', ...(body && { body }) });
  const joined = await post(`${blog.url}/newsletter`, new URLSearchParams({ email }));
  expect(joined.status).toBe(200);
  const link = linkIn(await mailTo(blog, email, 1), 'confirm');
  expect((await fetch(link)).status).toBe(200);
  expect(await blog.stateOf(email)).toBe('waiting');
  expect((await post(link)).status).toBe(200);
  await blog.sendPost();

  const { headers } = await mailTo(blog, email, 2);
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const leave = /<(http[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  expect((await fetch(leave)).status).toBe(200);
  expect(await blog.stateOf(email)).toBe('confirmed');
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await post(leave, oneClick)).status).toBe(200);
  expect(await blog.stateOf(email)).toBe('unsubscribed');
  // Another program sends it in another way, once more.
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await post(leave, form)).status).toBe(200);
  await blog.sendPost();
  expect(blog.mail.mailsTo(email)).toHaveLength(2);
});
