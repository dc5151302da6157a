import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard } from '../../../component-tests/dashboard-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { boxOf, expectElement, texts } from '../../../component-tests/locators.ts';

const region = page.getByRole('region', { name: 'The server’s disk', exact: false });
const BACKUPS = { name: 'old-backups', files: 3, bytes: 12_340_000 };
const SIZES = { name: 'resized-pictures', files: 90, bytes: 4_000_000 };

function fullBlog(...removable: object[]) {
  const api = createFakeApi();
  api.addPost({ title: 'Bread' });
  api.on('GET /admin/disk-space', { json: { status: 'full', removable } });
  return api;
}

test('a full disk is named above the posts, with what can be deleted', async () => {
  const api = fullBlog(BACKUPS, SIZES);
  await openDashboard({ api });
  await expectElement(region).toBeVisible();
  expect(texts(region.getByRole('heading'))).toEqual(['The server’s disk is full']);
  expect(texts(region.getByRole('paragraph'))).toEqual([
    'Nothing can be saved until there is space. You can still delete.',
    '12.3 MB of older backups on this server; the newest is kept. Delete older backups',
    '4.0 MB of resized pictures, which are made again when needed. Delete smaller sizes',
    'Deleting posts for good in the trash makes room for other texts.',
  ]);
  expect(boxOf(region).bottom).toBeLessThan(boxOf(page.getByRole('table')).top);

  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  api.on('DELETE /admin/disk-space/old-backups', {
    json: { status: 'full', removable: [SIZES] },
  });
  await region.getByRole('button', { name: 'Delete older backups' }).click();
  await expect.poll(() => texts(region.getByRole('button'))).toEqual(['Delete smaller sizes']);
  expect(document.activeElement?.textContent).toBe('The server’s disk is full');
  expect(confirm).toHaveBeenCalledOnce();
  api.on('DELETE /admin/disk-space/resized-pictures', { json: { status: 'ok', removable: [] } });
  await region.getByRole('button', { name: 'Delete smaller sizes' }).click();
  await expect
    .poll(() => texts(region.getByRole('heading')))
    .toEqual(['The server’s disk has space again']);
  expect(texts(region.getByRole('paragraph'))).toEqual([]);
  confirm.mockRestore();
});

test('where nothing can be deleted, that is said', async () => {
  await openDashboard({ api: fullBlog() });
  await expectElement(region).toBeVisible();
  expect(texts(region.getByRole('paragraph'))[1]).toBe(
    'Nothing can be deleted safely. Free some space on the server, or give it a larger disk.',
  );
});

test('while there is space, nothing is said', async () => {
  await openDashboard();
  await expectElement(page.getByText('No posts yet. Create your first post!')).toBeVisible();
  expect(region.query()).toBeNull();
});
