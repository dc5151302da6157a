import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement, expectText, painted } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const CALL = 'POST /newsletter';
const field = page.getByLabelText('Your email address');
const button = page.getByRole('button', { name: 'Subscribe' });
const status = page.getByRole('status');

async function openHome(newsletterOpen = true) {
  const api = createFakeApi();
  api.on('GET /posts', { json: [] });
  api.on(CALL, { status: 202 });
  openPage('/', api, { newsletterOpen });
  await expectElement(button).toBeVisible();
  return { api, sent: () => api.calls.filter(({ method }) => method === 'POST') };
}

test('an address is sent once, and the answer is announced where it was sent', async () => {
  const { api, sent } = await openHome();
  const letGo = api.hold(CALL);
  await field.fill('reader@example.com');
  await userEvent.keyboard('{Enter}');
  await expectElement(button).toHaveAttribute('aria-disabled', 'true');
  (button.element() as HTMLElement).click();
  await userEvent.keyboard('{Enter}');
  // What is typed meanwhile does not send it again either.
  await field.fill('reader@example.org');
  (button.element() as HTMLElement).click();
  await painted();
  await letGo();
  await expectText(status, /^Check your inbox\. If this address is not subscribed yet/);
  await expectElement(button).not.toHaveAttribute('aria-disabled');
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/newsletter', { email: 'reader@example.com', website: '' }],
  ]);
});

test.each([
  ['nobody', 202, /^That does not look like an email address/, 0],
  ['', 202, /^That does not look like an email address/, 0],
  ['a@b', 400, /^That does not look like an email address/, 1],
  ['jörg@example.com', 202, /^Check your inbox/, 1],
  ['a@example.com', 429, /^Too many attempts/, 1],
  ['a@example.com', 409, /has not started yet/, 1],
  ['a@example.com', 500, /^That did not work: the server did not answer/, 1],
])('%j with %i says %s', async (email, code, text, calls) => {
  const { api, sent } = await openHome();
  api.on(CALL, { status: code });
  await field.fill(email);
  await button.click();
  await expectText(status, text);
  expect(sent()).toHaveLength(calls);
  // What was typed stays.
  await expectElement(field).toHaveValue(email);
});

test('a mistake is told at the field, and goes with the next key', async () => {
  await openHome();
  await field.fill('nobody');
  await button.click();
  await expectElement(field).toHaveAttribute('aria-invalid', 'true');
  await expectElement(field).toHaveFocus();
  const described = field.element().getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toMatch(/^That does not look like/);
  await userEvent.keyboard('@');
  await expectElement(field).toHaveAttribute('aria-invalid', 'false');
  await expectText(status, /^$/);
});

test('without a connection the form says so, and can be sent again', async () => {
  const { api } = await openHome();
  api.on(CALL, () => {
    throw new TypeError('Failed to fetch');
  });
  await field.fill('reader@example.com');
  await button.click();
  await expectText(status, /^That did not work/);
  await expectElement(field).toHaveFocus();
  api.on(CALL, { status: 202 });
  await userEvent.keyboard('{Enter}');
  await expectText(status, /^Check your inbox/);
});

test('the form works without scripts, and never puts the address into the URL', async () => {
  await openHome();
  const form = (field.element() as HTMLInputElement).form;
  expect(form?.method).toBe('post');
  expect(form?.getAttribute('action')).toBe('/newsletter');
  await expect.poll(() => form?.dataset.hold).toBeUndefined();
  expect([...new FormData(form ?? undefined).keys()]).toEqual(['email', 'website']);
  const trap = form?.elements.namedItem('website') as HTMLInputElement;
  expect([trap.checkVisibility(), trap.tabIndex, trap.autocomplete]).toEqual([false, -1, 'off']);
});

test('without mail nothing is sent, and the field has no name', async () => {
  const { sent } = await openHome(false);
  await field.fill('reader@example.com');
  await button.click();
  await expectText(status, /nothing was sent or stored/);
  expect(sent()).toEqual([]);
  const form = (field.element() as HTMLInputElement).form;
  expect([...new FormData(form ?? undefined).keys()]).toEqual([]);
  expect(form?.getAttribute('action')).toBeNull();
});
