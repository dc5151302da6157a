import type { Webhook, WebhookDelivery, WebhookInput } from '@longhand/contract/webhooks';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';
import { mountRoutes } from '../../../component-tests/mount.tsx';
import { Webhooks } from './webhooks.tsx';

const ID = '01900000-0000-7000-8000-000000000001';
const AT = '2026-11-16T08:00:00.000Z';
const WEBHOOK: Webhook = {
  ...{ id: ID, url: 'https://example.com/hook', events: ['post.published'], created_at: AT },
};
const DELIVERY: WebhookDelivery = {
  ...{ id: ID, event: 'post.published', state: 'pending', attempts: 2, status: 503 },
  ...{ error: 'The receiver answered 503.', created_at: AT },
};
const SECRET = 'whsec_c2VjcmV0';

function apiWith(webhooks: Webhook[], deliveries: WebhookDelivery[] = []): FakeApi {
  const api = createFakeApi();
  api.on('GET /admin/webhooks', { json: webhooks });
  api.on('GET /admin/webhooks/*/deliveries', { json: deliveries });
  api.on('POST /admin/webhooks', ({ body }) => {
    const { url, events } = body as WebhookInput;
    return { status: 201, json: { ...WEBHOOK, url, events, secret: SECRET } };
  });
  api.on('DELETE /admin/webhooks/*', { status: 204 });
  return api;
}

async function openWebhooks(api: FakeApi): Promise<FakeApi> {
  mountRoutes([{ path: 'admin/settings', Component: Webhooks }], '/admin/settings', api);
  await expectElement(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
  return api;
}

const url = page.getByRole('textbox', { name: 'URL' });
const add = page.getByRole('button', { name: 'Add webhook' });

test('a webhook is added with the events that are chosen, and its secret is shown once', async () => {
  const api = await openWebhooks(apiWith([]));
  await url.fill(WEBHOOK.url);
  await page.getByRole('checkbox', { name: 'Public post changed' }).click();
  await add.click();
  await expectElement(page.getByLabelText('Secret')).toHaveValue(SECRET);
  expect(api.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...{ url: WEBHOOK.url, events: ['post.published', 'post.removed'] },
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await expectElement(page.getByText('Copied.')).toBeVisible();
  await expectElement(url).toHaveValue('');
  await expectElement(page.getByText('Nothing sent yet.')).toBeVisible();
});

test('what was sent is listed, and a webhook is deleted after a question', async () => {
  await openWebhooks(apiWith([WEBHOOK], [DELIVERY]));
  await page.getByText('Last delivery: pending', { exact: false }).click();
  await expectElement(page.getByText('The receiver answered 503.', { exact: false })).toBeVisible();
  const questions: string[] = [];
  let answer = false;
  window.confirm = (question = '') => {
    questions.push(question);
    return answer;
  };
  const remove = page.getByRole('button', { name: 'Delete https://example.com/hook' });
  await remove.click();
  await expectElement(remove).toBeVisible();
  answer = true;
  await remove.click();
  await expectCount(remove, 0);
  await expectElement(page.getByRole('heading', { name: 'Webhooks' })).toHaveFocus();
  expect(questions).toHaveLength(2);
});

test('what the server refuses is said at the field', async () => {
  const api = await openWebhooks(apiWith([]));
  const errors = { url: ['leads to a private address'] };
  api.on('POST /admin/webhooks', { status: 400, json: { detail: 'No.', errors } });
  expectConsoleError(/answered 400/);
  await url.fill('http://127.0.0.1/');
  await add.click();
  await expectElement(page.getByRole('alert')).toHaveTextContent(
    'This leads to a private address.',
  );
  await expectElement(url).toHaveFocus();
  await expectElement(url).toHaveValue('http://127.0.0.1/');
});

test('a list that cannot be loaded is loaded again', async () => {
  const api = createFakeApi();
  api.on('GET /admin/webhooks', { status: 500, json: { detail: 'No.' } });
  expectConsoleError(/answered 500/);
  await openWebhooks(api);
  await expectText(page.getByRole('alert'), 'The webhooks could not be loaded.');
  api.on('GET /admin/webhooks', { json: [] });
  await page.getByRole('button', { name: 'try again' }).click();
  await expectElement(add).toBeVisible();
});
