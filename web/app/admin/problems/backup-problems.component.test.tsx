import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard } from '../../../component-tests/dashboard-page.tsx';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { boxOf, expectElement, texts } from '../../../component-tests/locators.ts';

const region = page.getByRole('region', { name: 'Backups need your attention' });

const OK = {
  status: 'ok',
  where: '/srv/data/backups',
  last_good_at: '2020-11-14T03:00:00.000Z',
  last_good_bytes: 123,
  failed_since: null,
  reason: null,
};

function blogWith(...backups: object[]) {
  const api = createFakeApi();
  api.addPost({ title: 'Bread' });
  api.on('GET /admin/backups', { json: { backups } });
  return api;
}

test('a backup that fails says since when, why, and what to do, above the posts', async () => {
  const failed = {
    ...OK,
    status: 'failed',
    where: 's3://backups/blog',
    failed_since: '2020-11-15T03:00:00.000Z',
    reason: 'The object store refused. Check BACKUP_S3_ACCESS_KEY.',
  };
  await openDashboard({ api: blogWith(OK, failed) });
  await expectElement(region).toBeVisible();
  expect(texts(region.getByRole('paragraph'))).toEqual([
    'Backups to s3://backups/blog have failed since Nov 15. The object store refused. Check BACKUP_S3_ACCESS_KEY. The last good backup was made on Nov 14.',
    'Until they work again, use “Download a backup” at the end of this page.',
  ]);
  expect(boxOf(region).bottom).toBeLessThan(boxOf(page.getByRole('table')).top);
});

test('one that is overdue is named, and a good one is not', async () => {
  const overdue = { ...OK, status: 'overdue', where: 's3://backups/blog' };
  await openDashboard({ api: blogWith(OK, overdue) });
  await expectElement(region).toBeVisible();
  expect(texts(region.getByRole('paragraph'))[0]).toBe(
    'The automatic backup to s3://backups/blog is overdue. The last good backup was made on Nov 14. The server’s log says why.',
  );
  expect(texts(region.getByRole('paragraph'))).toHaveLength(2);
});

test('while all are good, nothing is said', async () => {
  await openDashboard({ api: blogWith(OK) });
  await expectElement(page.getByRole('table')).toBeVisible();
  expect(region.query()).toBeNull();
});
