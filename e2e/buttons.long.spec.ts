import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content, findCopy } from './editor-form.ts';
import { findPost } from './unsaved-work.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** In two years, so that the test never runs on that day. */
const FUTURE = `${new Date().getUTCFullYear() + 2}-07-16`;

test('each button does what the line says: live post, private changes, unpublish, schedule', async ({
  page,
  admin,
  request,
}) => {
  const post = await admin.createPost({ content: '<p>First</p>' });
  const open = () => page.goto(`/admin/posts/edit/${post.id}`);
  const saved = () => findPost(admin.api, post.id);
  const copy = async () => (await findCopy(admin.api, post.id))?.form.content;
  const status = () => request.get(`/blog/${post.slug}`).then((answer) => answer.status());

  /** Reads what a button will do, which is on the screen, and presses it. */
  async function readAndPress(name: string, sentence: string | RegExp): Promise<void> {
    await expect(button(page, name)).toHaveAccessibleDescription(sentence);
    await expect(page.getByText(sentence)).toBeVisible();
    await button(page, name).click();
  }

  await test.step('Keep private leaves what readers see', async () => {
    await open();
    await content(page).fill('<p>Second</p>');
    await readAndPress(
      'Keep private',
      'Keep private closes the editor; these changes stay private.',
    );
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('status')).toHaveText(
      `Private changes to ‘${post.title}’ are kept. The public post stays as it is.`,
    );
    expect(await saved()).toMatchObject({ content: '<p>First</p>', version: 1 });
    expect(await copy()).toBe('<p>Second</p>');
  });

  await test.step('Save as Draft of a live post puts the changes online', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(content(page)).toHaveValue('<p>Second</p>');
    await readAndPress(
      'Save as Draft',
      "Save as Draft puts these changes online, because the post is public and 'Publish immediately' is ticked.",
    );
    await expect(page.getByRole('status')).toHaveText(`Saved. ‘${post.title}’ is public`);
    expect(await saved()).toMatchObject({ content: '<p>Second</p>', published: true });
    expect(await copy()).toBeUndefined();
  });

  await test.step('Unpublish takes the saved post offline and keeps the changes', async () => {
    await open();
    await content(page).fill('<p>Third</p>');
    await readAndPress(
      'Unpublish',
      'Unpublish takes the post offline as it is saved; these changes stay private.',
    );
    await expect(button(page, 'Unpublish')).toHaveCount(0);
    await expect.poll(status).toBe(404);
    expect(await saved()).toMatchObject({ content: '<p>Second</p>', published: false });
    await expect(content(page)).toHaveValue('<p>Third</p>');
    await expect.poll(copy).toBe('<p>Third</p>');
  });

  await test.step('Save as Draft of a draft saves the changes', async () => {
    await readAndPress(
      'Save as Draft',
      'Save as Draft saves these changes; the post stays a draft.',
    );
    await expect(page.getByRole('status')).toHaveText(`Saved. ‘${post.title}’ is a draft`);
    expect(await saved()).toMatchObject({ content: '<p>Third</p>', published: false });
  });

  await test.step('Publish with a date ahead schedules', async () => {
    await open();
    await page.getByLabel('Date', { exact: true }).fill(FUTURE);
    await page.getByLabel('Time', { exact: true }).fill('08:00');
    await readAndPress('Publish', /^Publish schedules it for Jul 16, \d+, 8:00\sAM UTC\.$/);
    await expect(page.getByRole('status')).toHaveText(/^Saved\. .* will be public on Jul 16/);
    expect(await saved()).toMatchObject({
      published: false,
      publish_at: `${FUTURE}T08:00:00.000Z`,
    });
  });

  await test.step('Save as Draft without the tick unschedules', async () => {
    await open();
    await page.getByLabel('Publish immediately').uncheck();
    await readAndPress(
      'Save as Draft',
      "Save as Draft unschedules the post, because 'Publish immediately' is not ticked.",
    );
    await expect(page).toHaveURL('/admin');
    expect(await saved()).toMatchObject({ published: false, publish_at: null });
  });

  await test.step('Publish puts the post online', async () => {
    await open();
    await readAndPress('Publish', 'Publish puts the post online.');
    await expect(page).toHaveURL('/admin');
    await expect.poll(status).toBe(200);
  });

  await test.step('Save as Draft without the tick takes it offline', async () => {
    await open();
    await page.getByLabel('Publish immediately').uncheck();
    await readAndPress(
      'Save as Draft',
      "Save as Draft takes the post offline, because 'Publish immediately' is not ticked.",
    );
    await expect(page).toHaveURL('/admin');
    await expect.poll(status).toBe(404);
  });
});
