import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openEditor, title } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { expectElement, expectText, expectTexts } from '../../../../component-tests/locators.ts';

const dialog = page.getByRole('dialog', { name: 'Share a preview' });

const AT = '2026-11-16T08:00:00.000Z';

async function openDialog(published: boolean, isChanged = false) {
  const api = createFakeApi();
  const { id } = api.addPost({ published });
  const links = `/admin/posts/${id}/preview-links`;
  const end = { created_at: AT, expires_at: '2026-11-30T08:00:00.000Z' };
  api.on(`GET ${links}`, { json: [{ id: 'old', ...end, shows_changes: false }] });
  api.on(`POST ${links}`, {
    json: { id: 'new', url: 'https://blog.example/preview/abc', expires_at: end.expires_at },
  });
  await openEditor({ id, api });
  if (isChanged) await title.fill('Changed');
  await page.getByRole('button', { name: 'Share a preview' }).click();
  await expectElement(dialog.getByRole('listitem')).toBeVisible();
  return api;
}

test('on a public post with private changes it says that a link shows them', async () => {
  const api = await openDialog(true, true);
  await expectText(
    dialog,
    /Anyone with a link that you create now can read your private changes until it expires/,
  );
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expectElement(dialog.getByLabelText('Preview link')).toHaveValue(
    'https://blog.example/preview/abc',
  );
  const leads = /before the post was public: it leads to the post/;
  await expectTexts(dialog.getByRole('listitem').filter({ hasText: leads }).getByRole('button'), [
    'Revoke',
  ]);
  expect(dialog.getByRole('listitem').elements()).toHaveLength(2);
  expect(api.requests().filter((call) => /^POST.*preview-links/.test(call))).toHaveLength(1);
});

test('on a public post without changes it says that a link leads to the public page', async () => {
  await openDialog(true);
  await expectText(dialog, /has no private changes, so a link leads to the public page/);
});

test('on a draft it says how long a link shows it', async () => {
  await openDialog(false);
  await expectText(dialog, /including unpublished changes, until you publish it/);
  expect(dialog.element().textContent).not.toContain('it leads to the post');
});
