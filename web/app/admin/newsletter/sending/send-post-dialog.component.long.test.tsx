import type { MailingPreview } from '@longhand/contract/newsletter/newsletter';
import type { Post } from '@longhand/contract/posts/posts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inRow, openDashboard } from '../../../../component-tests/dashboard-page.tsx';
import { openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { expectCount, expectElement, expectText } from '../../../../component-tests/locators.ts';
import {
  MAIL,
  mailingWith,
  newsletterApi,
  summaryWith,
} from '../../../../component-tests/newsletter-page.tsx';

const dialog = page.getByRole('dialog', { name: 'Send to subscribers' });
const send = dialog.getByRole('button', { name: 'Send to', exact: false });

const HTML = `<html><head><style>p { color: rgb(1, 2, 3) }</style></head>
<body style="margin: 9px"><p style="padding: 7px">The tide</p></body></html>`;

const PREVIEW: MailingPreview = {
  ...{ subject: 'Tides', preheader: 'An excerpt', html: HTML, text: 'The tide, as text' },
  ...{ recipients: 12, mailing: null },
};

function apiWith(preview: Partial<MailingPreview> = {}, summary = summaryWith()) {
  const api = newsletterApi({ summary });
  api.on('GET /admin/mailings/preview', { json: { ...PREVIEW, ...preview } });
  return api;
}

async function openFromEditor(api = apiWith(), fields: Partial<Post> = {}) {
  const { id } = api.addPost({ title: 'Tides', ...fields });
  await openEditor({ id, api, site: { newsletterOpen: true } });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Send to subscribers' }).click();
  await expectElement(send).toBeVisible();
  return { api, id };
}

function frame(): HTMLIFrameElement {
  return dialog.getByCss('iframe').element() as HTMLIFrameElement;
}

test('the mail is shown as it will look, without scripts, and as text', async () => {
  await openFromEditor();
  await expectText(dialog, /SubjectTides.*PreheaderAn excerpt.*To12 subscribers/);
  const styleOf = (name: string) => {
    const element = frame().contentDocument?.querySelector(name);
    return element ? frame().contentWindow?.getComputedStyle(element) : undefined;
  };
  await expect.poll(() => styleOf('p')?.color).toBe('rgb(1, 2, 3)');
  expect(styleOf('p')?.padding).toBe('7px');
  expect(styleOf('body')?.margin).toBe('9px');
  expect(frame().sandbox.contains('allow-scripts')).toBe(false);
  await dialog.getByRole('button', { name: 'On a phone' }).click();
  await expect.poll(() => frame().clientWidth).toBeLessThanOrEqual(375);
  await dialog.getByRole('button', { name: 'As text' }).click();
  await expectElement(dialog.getByText('The tide, as text')).toBeVisible();
});

test('before mail is set up, the editor does not offer it', async () => {
  const api = apiWith();
  await openEditor({ id: api.addPost().id, api });
  await expectCount(page.getByRole('button', { name: 'More', exact: true }), 0);
  await expectCount(page.getByRole('button', { name: 'Send to subscribers' }), 0);
});

test('from the dashboard, a test is sent to oneself, and the post after one question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const api = apiWith();
  const { id } = api.addPost({ title: 'Tides' });
  api.on('POST /admin/mailings/test', ({ body }) => ({ json: body }));
  api.on('POST /admin/mailings', { status: 202, json: { id: 'm1' } });
  await openDashboard({ api, site: { newsletterOpen: true } });
  await inRow('Tides', 'More actions').click();
  await inRow('Tides', 'Send to subscribers').click();
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expectElement(dialog.getByText(`Sent to ${MAIL.address}`, { exact: false })).toBeVisible();
  await send.click();
  expect(confirm.mock.calls[0]?.[0]).toBe(
    'Send “Tides” to 12 subscribers now? A post can be sent only once.',
  );
  await send.click();
  await expectElement(
    dialog.getByText('Sending to 12 subscribers.', { exact: false }),
  ).toHaveFocus();
  expect(
    dialog.getByRole('link', { name: 'See the progress' }).element().getAttribute('href'),
  ).toBe('/admin/newsletter');
  const sent = api.calls.filter(({ method }) => method === 'POST');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/admin/mailings/test', { post_id: id, to: MAIL.address }],
    ['/admin/mailings', { post_id: id }],
  ]);
  await keyboard.press('Escape');
  await expectCount(dialog, 0);
  await expectElement(inRow('Tides', 'More actions')).toHaveFocus();
});

const SENT = mailingWith({ recipients: 9 });

test.each([
  ['mail is not set up', apiWith({}, summaryWith({ mail: null })), {}, /Email is not set up\./],
  ['nobody is subscribed', apiWith({ recipients: 0 }), {}, /No subscribers yet\./],
  ['it is a draft', apiWith(), { published: false }, /Publish the post first/],
  [
    'it was sent',
    apiWith({ mailing: SENT }),
    {},
    /Already sent to 9 subscribers on Nov 16, 2026, .*See the mailing/,
  ],
] as const)(
  'nothing is sent when %s, and the button says so',
  async (_name, api, fields, reason) => {
    await openFromEditor(api, fields);
    await expectElement(send).toHaveAttribute('aria-disabled', 'true');
    await expectElement(send).toHaveAccessibleDescription(reason);
    (send.element() as HTMLElement).click();
    expect(api.requests().filter((call) => call.startsWith('POST /admin/mailings'))).toEqual([]);
  },
);

test('what the server refuses is said, and a failed preview is tried again', async () => {
  expectConsoleError(/answered (409|500)/);
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const api = apiWith();
  const detail = 'This post was sent already.';
  api.on('POST /admin/mailings', { status: 409, json: { detail } });
  api.on('GET /admin/mailings/preview', { status: 500 });
  const opened = openFromEditor(api);
  await expectElement(
    dialog.getByText('The email could not be loaded.', { exact: false }),
  ).toBeVisible();
  api.on('GET /admin/mailings/preview', { json: PREVIEW });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await opened;
  await send.click();
  await expectElement(dialog.getByRole('alert')).toHaveTextContent(detail);
});
