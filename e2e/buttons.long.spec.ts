import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { content, copySaved, fillIn, findCopy, saveState } from './editor-form.ts';
import { findPost } from './unsaved-work.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page) => page.getByLabel('Publish immediately');

/** In two years, so that the test never runs on that day. */
const YEAR = new Date().getUTCFullYear() + 2;
const SCHEDULED_FOR = `${YEAR}-05-04T08:00:00.000Z`;
const AHEAD = { date: `${YEAR}-07-16`, time: '08:00', at: `${YEAR}-07-16T08:00:00.000Z` };

async function setAhead(page: Page): Promise<void> {
  await page.getByLabel('Date', { exact: true }).fill(AHEAD.date);
  await page.getByLabel('Time', { exact: true }).fill(AHEAD.time);
}

const STATES = {
  new: { fields: null, dates: ['kept', 'ahead'] },
  draft: { fields: { published: false }, dates: ['kept', 'ahead'] },
  live: { fields: {}, dates: ['kept'] },
  scheduled: {
    fields: { published: false, publish_at: SCHEDULED_FOR },
    dates: ['kept', 'cleared', 'ahead'],
  },
} as const;

type Walk = { date: 'kept' | 'cleared' | 'ahead'; isTicked: boolean; name: string };

/** The box and the date, and the button that is pressed. */
function walks(dates: readonly Walk['date'][]): Walk[] {
  return dates.flatMap((date) =>
    [true, false].flatMap((isTicked) =>
      ['Save as Draft', 'Publish'].map((name) => ({ date, isTicked, name })),
    ),
  );
}

/** What readers see afterwards, and when, by the second line of a button. */
function promised(line: string, date: Walk['date']) {
  if (/^(goes online now|updates the live post)$/.test(line)) return { status: 200, at: null };
  if (/^(stays a draft|ends the schedule|leaves the site)$/.test(line))
    return { status: 404, at: null };
  if (line === 'stays scheduled') return { status: 404, at: SCHEDULED_FOR };
  const [day, at] = date === 'ahead' ? ['Jul 16', AHEAD.at] : ['May 4', SCHEDULED_FOR];
  expect(line).toMatch(new RegExp(`^goes online \\w+day, ${day}, ${YEAR}, 8:00\\sAM$`));
  return { status: 404, at };
}

async function findByTitle(api: APIRequestContext, title: string) {
  const all: { title: string; slug: string; publish_at: string | null }[] = await (
    await api.get('/api/admin/posts')
  ).json();
  return all.find((post) => post.title === title);
}

for (const [state, { fields, dates }] of Object.entries(STATES)) {
  test(`${state}: readers see what the pressed button says`, async ({ page, admin, request }) => {
    for (const walk of walks(dates)) {
      await test.step(JSON.stringify(walk), async () => {
        const title = uniqueTitle(state);
        const post = fields && (await admin.createPost({ title, ...fields }));
        await page.goto(post ? `/admin/posts/edit/${post.id}` : '/admin/posts/new');
        await expect(box(page)).toBeChecked({ checked: state === 'live' });
        if (!post) await fillIn(page, { title, content: '<p>Text</p>' });
        if (walk.date === 'ahead') await setAhead(page);
        if (walk.date === 'cleared') await button(page, 'Clear').click();
        await box(page).setChecked(walk.isTicked);
        const pressed = button(page, walk.name);
        const line = (await pressed.locator('small').textContent()) ?? '';
        await expect(pressed).toHaveAccessibleDescription(line);
        await pressed.click();
        await expect(page).toHaveURL('/admin');
        const saved = await findByTitle(admin.api, title);
        const { status, at } = promised(line, walk.date);
        expect(saved?.publish_at, line).toBe(at);
        const seen = async () => (await request.get(`/blog/${saved?.slug}`)).status();
        await expect.poll(seen, line).toBe(status);
      });
    }
  });
}

test('a date ahead is refused for a live post, and a press sends nothing', async ({
  page,
  admin,
}) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await setAhead(page);
  await expect(page.getByText('This post is already public')).toBeVisible();
  for (const isTicked of [true, false]) {
    await box(page).setChecked(isTicked);
    for (const name of ['Save as Draft', 'Publish']) await button(page, name).click();
  }
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  expect(await findPost(admin.api, post.id)).toMatchObject({ version: 1, published: true });
});

test('private changes stay private until a button says otherwise', async ({
  page,
  admin,
  request,
}) => {
  const post = await admin.createPost({ content: '<p>First</p>' });
  const open = () => page.goto(`/admin/posts/edit/${post.id}`);
  const saved = () => findPost(admin.api, post.id);
  const copy = async () => (await findCopy(admin.api, post.id))?.form.content;
  const status = () => request.get(`/blog/${post.slug}`).then((answer) => answer.status());

  await test.step('Keep private leaves what readers see', async () => {
    await open();
    await expect(button(page, 'Keep private')).toHaveCount(0);
    await content(page).fill('<p>Second</p>');
    await button(page, 'Keep private').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    await expect(page.getByRole('status')).toHaveText(
      `Private changes to “${post.title}” are kept. The public post stays as it is.`,
    );
    expect(await saved()).toMatchObject({ content: '<p>First</p>', version: 1 });
    expect(await copy()).toBe('<p>Second</p>');
  });

  await test.step('Save as Draft updates the live post', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(content(page)).toHaveValue('<p>Second</p>');
    await expect(saveState(page)).toHaveText('Published · private changes');
    await expect(button(page, 'Save as Draft')).toHaveAccessibleDescription(
      'updates the live post',
    );
    await button(page, 'Save as Draft').click();
    await expect(page).toHaveURL('/admin');
    expect(await saved()).toMatchObject({ content: '<p>Second</p>', published: true });
    expect(await copy()).toBeUndefined();
  });

  await test.step('Unpublish takes the saved post offline and keeps the changes', async () => {
    await open();
    await content(page).fill('<p>Third</p>');
    await expect(button(page, 'Unpublish')).toHaveAccessibleDescription('leaves the site');
    await button(page, 'Unpublish').click();
    await expect(button(page, 'Unpublish')).toHaveCount(0);
    await expect.poll(status).toBe(404);
    expect(await saved()).toMatchObject({ content: '<p>Second</p>', published: false });
    await expect(content(page)).toHaveValue('<p>Third</p>');
    await expect.poll(copy).toBe('<p>Third</p>');
    await expect(copySaved(page)).toHaveText(/^Draft · Autosaved /);
  });

  await test.step('Unschedule ends the schedule at once and keeps the changes', async () => {
    await setAhead(page);
    await button(page, 'Publish').click();
    await expect(page).toHaveURL('/admin');
    expect(await saved()).toMatchObject({ content: '<p>Third</p>', publish_at: AHEAD.at });
    await open();
    await expect(saveState(page)).toHaveText(/^Scheduled for Jul 16, \d+, 8:00\sAM$/);
    await content(page).fill('<p>Fourth</p>');
    await button(page, 'Unschedule').click();
    // The post was public before, and has the date of then again.
    await expect(page.getByLabel('Date', { exact: true })).not.toHaveValue(AHEAD.date);
    await expect(button(page, 'Unschedule')).toHaveCount(0);
    expect(await saved()).toMatchObject({ content: '<p>Third</p>', publish_at: null });
    await expect(content(page)).toHaveValue('<p>Fourth</p>');
    await expect(button(page, 'Save as Draft')).toHaveAccessibleDescription('stays a draft');
    expect(await status()).toBe(404);
  });
});
