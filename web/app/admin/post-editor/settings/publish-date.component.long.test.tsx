import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, excerpt, openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../../component-tests/locators.ts';

const date = page.getByLabelText('Date', { exact: true });
const time = page.getByLabelText('Time', { exact: true });
const publish = page.getByRole('button', { name: 'Publish', exact: true });

/** In two years, so that a test never runs on that day. */
const FUTURE = `${new Date().getUTCFullYear() + 2}-07-16`;

async function setDate(day: string, hour: string): Promise<void> {
  await date.fill(day);
  await time.fill(hour);
}

async function fillIn(): Promise<void> {
  await title.fill('A title');
  await excerpt.fill('An excerpt');
  await content.fill('<p>Text</p>');
}

test('what the server refuses is said at the inputs', async () => {
  expectConsoleError(/answered 400/);
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
  const api = createFakeApi();
  const errors = { publish_at: ['must be in the future'] };
  api.on('POST /admin/posts', { status: 400, json: { detail: 'Not valid.', errors } });
  await openEditor({ api });
  await fillIn();
  await setDate(FUTURE, '08:00');
  await publish.click();
  const message = page.getByText('This must be in the future.');
  await expectElement(message).toBeVisible();
  expect(alert).toHaveBeenCalledOnce();
  await expectElement(date).toHaveFocus();
  await date.fill('2020-01-01');
  await expectElement(message).not.toBeInTheDocument();
});

test('a date that cannot be sent is shown', async () => {
  const api = await openEditor();
  await fillIn();
  await setDate('0202-01-01', '08:00');
  await publish.click();
  await expectElement(date).toHaveFocus();
  expect(api.requests()).not.toContain('POST /admin/posts');
});

test('a date ahead can send the post, and says to whom', async () => {
  const api = createFakeApi();
  api.on('GET /admin/newsletter', {
    json: {
      mail: { from: 'a@b.example', address: 'a@b.example' },
      subscribers: { waiting: 0, confirmed: 3, unsubscribed: 0, bounced: 0 },
      growth: [],
    },
  });
  api.on('POST /admin/posts', ({ body }) => ({
    status: 201,
    json: { ...api.addPost(), ...(body as object) },
  }));
  await openEditor({ api });
  await fillIn();
  const box = page.getByLabelText('Send when published');
  await expectCount(box, 0);
  await setDate(FUTURE, '08:00');
  await box.click();
  await expectElement(page.getByText('It will be sent to 3 subscribers.')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Publishing' });
  await expectText(bar, /goes online \w+day, Jul 16, \d+, 8:00\sAM/);
  await bar.getByCss('summary').click();
  await expectElement(
    bar.getByText('It will be sent to 3 subscribers when it is published.'),
  ).toBeVisible();
  await publish.click();
  const sent = () =>
    api.calls.find(({ method, path }) => `${method} ${path}` === 'POST /admin/posts')?.body;
  await expect.poll(sent).toMatchObject({ send_when_published: true });
});

test('without mail, a date ahead says why nothing can be sent', async () => {
  const api = createFakeApi();
  await openEditor({ api });
  await setDate(FUTURE, '08:00');
  await expectElement(page.getByRole('link', { name: 'mail is not set up' })).toBeVisible();
  await expectElement(page.getByLabelText('Send when published')).toBeDisabled();
});

test('a date ahead is refused for a live post as soon as it is put in', async () => {
  const api = createFakeApi();
  const { id } = api.addPost();
  await openEditor({ id, api });
  await setDate(FUTURE, '08:00');
  const message = page.getByText('This post is already public');
  await expectElement(message).toBeVisible();
  await expectElement(date).toHaveAttribute('aria-invalid', 'true');
  await setDate(FUTURE, '09:00');
  await expectElement(message).toBeVisible();
  for (const name of ['Save as Draft', 'Publish']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expectElement(date).toHaveFocus();
  }
  expect(api.requests()).not.toContain(`PUT /admin/posts/${id}`);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expectElement(message).not.toBeInTheDocument();
  await publish.click();
  await expect.poll(api.requests).toContain(`PUT /admin/posts/${id}`);
});

test('Unschedule ends the schedule at once and leaves what was typed', async () => {
  const api = createFakeApi();
  const publish_at = `${FUTURE}T08:00:00.000Z`;
  const post = api.addPost({ published: false, published_at: null, publish_at, title: 'Saved' });
  await openEditor({ id: post.id, api });
  await title.fill('Typed');
  const unschedule = page.getByRole('button', { name: 'Unschedule', exact: true });
  await expectElement(unschedule).toHaveAccessibleDescription('ends the schedule');
  await unschedule.click();
  await expectCount(unschedule, 0);
  const sent = api.calls.find(
    ({ method, path }) => `${method} ${path}` === `PUT /admin/posts/${post.id}`,
  );
  expect(sent?.body).toMatchObject({ title: 'Saved', published: false, publish_at: null });
  await expectElement(title).toHaveValue('Typed');
  await expectElement(date).toHaveValue('');
  await expectElement(page.getByRole('button', { name: 'Save as Draft' })).toHaveFocus();
});

test('an Unschedule that fails says so, and the date stays', async () => {
  expectConsoleError(/answered 500/);
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
  const api = createFakeApi();
  const publish_at = `${FUTURE}T08:00:00.000Z`;
  const { id } = api.addPost({ published: false, published_at: null, publish_at });
  api.on('PUT /admin/posts/*', { status: 500, json: {} });
  await openEditor({ id, api });
  await page.getByRole('button', { name: 'Unschedule' }).click();
  await expect
    .poll(() => alert.mock.calls)
    .toEqual([['Failed to unschedule post. Please try again.']]);
  await expectElement(date).toHaveValue(FUTURE);
});
