import { FIRST_STEPS } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import type { Locator, Page } from '@playwright/test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { startSite } from '../test-support/site.ts';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { dispatchPaste } from './clipboard.ts';
import { FOUR, listOnly, rowOf, TWO_DELETED } from './dashboard.ts';
import { title } from './editor-form.ts';
import { dispatchFiles, withName } from './file-events.ts';
import { failApi } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './screens.ts';
import { PASSWORD } from './sites.ts';
import { caretAfter, focusText, openVisual, showVisual, text, viewButton } from './visual-text.ts';

const IMAGE =
  '<figure><img src="/icon-512.png" alt="A sign" width="512" height="512"><figcaption>Its caption</figcaption></figure>';
const CONTENT = `<h2>A heading</h2>
<p>The tide came in slowly, and nobody saw the tide.</p>
<table><tr><th>Port</th><th>Height</th></tr><tr><td>Brest</td><td></td></tr></table>
<figure>${IMAGE}${IMAGE}${IMAGE}</figure>
<p>An end</p>`;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

/** The state that is shown, in every width and both themes; afterwards as before. */
async function check(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expectAccessible(page, name);
    await expectNoSidewaysScroll(page, name);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
}

test.beforeEach(() => test.slow());

test('what is opened beside the text is reached by keys, and axe finds nothing in it', async ({
  page,
  admin,
}) => {
  const { id } = await admin.createPost({ title: uniqueTitle('Screens'), content: CONTENT });
  await openVisual(page, `/admin/posts/edit/${id}`);

  const settings = button(page, 'Post settings');
  await press(settings);
  await expect(page.getByLabel('Tags')).toBeHidden();
  await check(page, 'closed settings of the post');
  await press(settings);
  await expect(page.getByLabel('Tags')).toBeVisible();

  await press(button(page, 'Focus'));
  await expect(text(page)).toBeFocused();
  await check(page, 'focus mode');
  await page.keyboard.press('Escape');
  await expect(settings).toBeVisible();

  const find = page.getByRole('search', { name: 'Find in the text' });
  const openFind = async (mode: string) => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('tide');
    await expect(find.getByRole('status')).toHaveText(/of 2$/);
    await check(page, `Find in ${mode}`);
    await press(find.getByLabel('Find', { exact: true }), 'Escape');
    await expect(find).toHaveCount(0);
  };
  await focusText(page);
  await openFind('Visual');
  await viewButton(page, 'HTML').press('Enter');
  await page.getByLabel('Content*').focus();
  await openFind('HTML');
  await showVisual(page);

  await caretAfter(page, 'A heading');
  await press(button(page, 'Block actions'));
  const menu = page.getByRole('menu', { name: 'Block actions' });
  await expect(menu.getByRole('menuitem', { name: 'Move down' })).toBeFocused();
  await expect(menu).toBeInViewport({ ratio: 0.9 });
  await check(page, 'block actions');
  await page.keyboard.press('Escape');
  await expect(text(page)).toBeFocused();

  await caretAfter(page, 'Brest');
  await expect(text(page).getByRole('group', { name: 'Table' })).toBeVisible();
  await check(page, 'tools of a table');

  await text(page).locator('figure figure img').nth(1).click();
  await expect(text(page).getByRole('group', { name: 'Gallery', exact: true })).toBeVisible();
  await check(page, 'tools of a gallery');
});

test('what a paste asks is answered by keys, and axe finds nothing in it', async ({
  page,
  admin,
}) => {
  const { id } = await admin.createPost({ title: uniqueTitle('Pasted'), content: '<p>one</p>' });
  await openVisual(page, `/admin/posts/edit/${id}`);
  await focusText(page);
  await dispatchFiles(text(page), 'paste', ['a.webp', 'b.webp', 'c.webp'].map(withName));
  await expect(button(page, 'Separate images')).toBeVisible();
  await expect(text(page).locator('figure img')).toHaveCount(3);
  await check(page, 'question about pictures');
  await press(button(page, 'Gallery'));
  await expect(text(page).locator('.gallery figure')).toHaveCount(3);
  await expect(text(page)).toBeFocused();

  const source = 'https://example.com/picture.jpg';
  await dispatchPaste(text(page), {
    'text/html': `<p>two</p><p><img src="${source}" alt="Far away"></p>`,
    'text/plain': 'two',
  });
  const copy = button(page, 'Copy 1 picture into the library');
  await expect(copy).toBeVisible();
  await check(page, 'pictures of another site');
  await press(copy);
  await expect(button(page, 'Close')).toBeFocused();
  await check(page, 'pictures that could not be copied');
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeFocused();

  await expect(button(page, 'Unpublish')).toBeVisible();
  await check(page, 'private changes of a live post');
});

test('histories, conflicts and lists are read and used by keys, and axe finds nothing in them', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/status of (409|500)|answered 500/);
  const fields = { title: uniqueTitle('Changed'), excerpt: 'An excerpt' };
  const { id } = await admin.createPost({ ...fields, content: CONTENT, published: false });
  await openVisual(page, `/admin/posts/edit/${id}`);
  const content = CONTENT.replace('A heading', 'Another heading').replace(IMAGE, '');
  await admin.api.put(`/api/admin/posts/${id}`, { data: { ...fields, content } });
  await title(page).fill(`${fields.title} twice`);
  await caretAfter(page, 'An end');
  await page.keyboard.type(' of mine');
  await press(button(page, 'Publish'));
  const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
  await expect(conflict.locator('ins, del').first()).toBeVisible();
  await check(page, 'conflict');
  await press(button(page, 'Source'));
  await check(page, 'conflict in the source');

  await page.goto(`/admin/posts/edit/${id}/history`);
  await expect(page.locator('ins, del').first()).toBeVisible();
  await press(button(page, 'Source'));
  await expect(button(page, 'Source')).toHaveAttribute('aria-pressed', 'true');
  await check(page, 'history in the source');

  const NAMED: readonly string[] = ['name_site', 'statistics'];
  const json = {
    steps: FIRST_STEPS.map((name) => ({ name, done: NAMED.includes(name) })),
    dismissed: false,
  };
  await page.route('**/api/admin/first-steps', (route) => route.fulfill({ json }));
  await listOnly(page, FOUR, TWO_DELETED);
  await page.route('**/api/admin/posts/*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/admin');
  const more = rowOf(page, 'Bread').getByRole('button', { name: 'More actions' });
  await press(more);
  await expect(rowOf(page, 'Bread').getByRole('button', { name: 'Duplicate' })).toBeVisible();
  await check(page, 'first steps, and the menu of a row');
  await more.press('Escape');
  const dialog = nextDialog(page);
  await press(rowOf(page, 'Tides').getByRole('button', { name: /^Delete/ }));
  expect(await dialog).toBe('Are you sure you want to delete this post?');
  await expect(button(page, 'Undo')).toBeVisible();
  await check(page, 'Undo after a delete');

  await page.goto('/admin?show=trash');
  await press(page.getByRole('checkbox', { name: /^Select “New/ }), 'Space');
  await expect(button(page, 'Restore selected')).toBeVisible();
  await check(page, 'trash with a selection');

  await failApi(page, 'admin/posts?view=summary');
  await failApi(page, 'admin/pages');
  for (const path of ['/admin', '/admin/pages']) {
    await page.goto(path);
    await expect(button(page, 'Try again')).toBeVisible();
    await check(page, `failed load of ${path}`);
  }
});

const MAIL = { from: 'My blog <me@blog.example>', address: 'me@blog.example' };
const SUMMARY = {
  mail: MAIL,
  subscribers: { waiting: 1, confirmed: 9_841, unsubscribed: 120, bounced: 27 },
  growth: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    confirmed: index * 900,
  })),
};
const AT = '2026-11-16T08:00:00.000Z';
const MAILING = {
  ...{ id: 'm1', post_id: 'p1', title: 'Tides', state: 'sending', recipients: 9_841, sent: 4_200 },
  ...{ pending: 5_638, skipped: 1, in_flight: ['c@reader.example'], failed: 1 },
  failures: [{ email: 'x@reader.example', reason: '550 5.1.1 No such user' }],
  ...{ problem: 'The mail server is away.', created_at: AT, ended_at: null },
};
const READER = {
  ...{ id: 's1', email: 'ada@reader.example', state: 'confirmed', source: 'form' },
  ...{ created_at: AT, confirmed_at: AT, ended_at: null },
};
const HTML =
  '<style>p { color: rgb(1, 2, 3) }</style><body style="margin: 9px"><p>The tide</p></body>';
const PREVIEW = {
  ...{ subject: 'Tides', preheader: 'An excerpt', html: HTML, text: 'The tide' },
  ...{ recipients: 9_841, mailing: null },
};

/** A site where mail is set up, but never sent. */
const testWithMail = test.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const site = await startSite(temporaryFolder(), {
      ...{ ADMIN_PASSWORD: PASSWORD, DEMO_CONTENT: 'false' },
      ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: MAIL.from },
    });
    await use(`http://localhost:${site.port}`);
    await site.stop();
  },
});

testWithMail(
  'the newsletter and the mail of a post are used by keys, and axe finds nothing in them',
  async ({ page, admin }) => {
    const answers = {
      newsletter: SUMMARY,
      'subscribers?': { subscribers: [READER], total: 1 },
      mailings: [MAILING],
      'mailings/m1': MAILING,
      'mailings/preview?*': PREVIEW,
    };
    for (const [path, json] of Object.entries(answers))
      await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json }));
    await page.goto('/admin/newsletter');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await check(page, 'newsletter');
    const email = page.getByLabel('Email address');
    await email.fill('ben@reader.example');
    await press(email);
    await expect(page.getByLabel('They have agreed to get this newsletter')).toBeFocused();
    await check(page, 'newsletter with a box that is not ticked');

    const { id } = await admin.createPost({ title: uniqueTitle('Sent') });
    await page.goto(`/admin/posts/edit/${id}`);
    await press(button(page, 'More'));
    await press(button(page, 'Send to subscribers'));
    await expect(button(page, 'Send to 9,841 subscribers')).toBeVisible();
    // The policy of the page refuses styles in a text: they are set.
    const mail = page.frameLocator('iframe');
    await expect(mail.locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(mail.locator('body')).toHaveCSS('margin', '9px');
    // Where axe cannot run: the frame has no scripts.
    await press(button(page, 'As text'));
    await expect(page.getByText('The tide', { exact: true })).toBeVisible();
    await check(page, 'mail of a post');
    await page.keyboard.press('Escape');
    await expect(button(page, 'More')).toBeFocused();
  },
);

test('the words of the site, the bar of a page and a gallery are accessible in every width', async ({
  page,
  admin,
}) => {
  await page.goto('/admin/settings');
  await press(button(page, 'Change words'));
  await expect(page.getByLabel('Search words')).toBeFocused();
  await page.keyboard.type('newsletter');
  await check(page, 'words');

  await page.goto(`/admin/pages/edit/${BUILT_IN_PAGE_IDS.about}`);
  await expect(button(page, 'Save page')).toBeVisible();
  await check(page, 'editor of a page');

  const { slug } = await admin.createPost({ title: uniqueTitle('Gallery'), content: CONTENT });
  await page.goto(`/blog/${slug}`);
  const pictures = page.locator('.gallery img');
  await expect(pictures).toHaveCount(3);
  await check(page, 'public gallery');
  const rows = () =>
    pictures.evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().y)).size);
  expect(await rows()).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await page.reload();
  await expect.poll(rows).toBe(1);
  await page.goto('about:blank');
  await page.emulateMedia({ media: null });
});
