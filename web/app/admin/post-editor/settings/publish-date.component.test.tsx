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
    json: { mail: { from: 'a@b.example', address: 'a@b.example' }, subscribers: { confirmed: 3 } },
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
  await expectText(bar, /Publish schedules it for .*; it will be sent to 3 subscribers then\./);
  await bar.getByCss('summary').click();
  await expectElement(
    bar.getByText('It will be sent to 3 subscribers when it is published.'),
  ).toBeVisible();
  await publish.click();
  const sent = () => api.calls.find(({ method }) => method === 'POST')?.body;
  await expect.poll(sent).toMatchObject({ send_when_published: true });
});

test('without mail, a date ahead says why nothing can be sent', async () => {
  const api = createFakeApi();
  await openEditor({ api });
  await setDate(FUTURE, '08:00');
  await expectElement(page.getByRole('link', { name: 'mail is not set up' })).toBeVisible();
  await expectElement(page.getByLabelText('Send when published')).toBeDisabled();
});
