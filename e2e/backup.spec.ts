import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '@longhand/api/backups';
import { openDatabase } from '@longhand/api/database';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { listOnly } from './dashboard.ts';
import { LONG } from './tags.ts';

test('the dashboard downloads a backup that has every post', async ({ page, admin }) => {
  const title = uniqueTitle('Kept in a backup');
  await admin.createPost({ title });
  await admin.createPost({ title: `${title}, draft`, published: false });
  // A short list: a long one grows on the way to the button.
  const address = `/admin?q=${encodeURIComponent(title)}`;
  await page.goto(address);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a backup' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^longhand-[\dTZ-]+\.tar\.gz$/);
  await expect(page.getByText('Download started.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/admin');

  const folder = await mkdtemp(join(tmpdir(), 'longhand-e2e-'));
  const { manifest } = await restoreBackup(
    { dataDir: join(folder, 'data') },
    await download.path(),
  );
  const db = await openDatabase({ dataDir: join(folder, 'data') });
  const posts = await db.selectFrom('posts').select('title').execute();
  const titles = posts.map((post) => post.title);
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
  expect(titles).toEqual(expect.arrayContaining([title, `${title}, draft`]));
  expect(manifest.posts).toBe(titles.length);
});

const BUSY = 'Another backup is being downloaded. Please try again when it is done.';

for (const [status, body, sentence] of [
  [500, {}, 'The backup could not be downloaded. Please try again in a moment.'],
  [503, { detail: BUSY }, BUSY],
] as const) {
  test(
    `a failed backup (${status}) shows a message, and the page stays`,
    LONG,
    async ({ page, watch }) => {
      watch.expectConsoleError(new RegExp(`${status}`));
      await listOnly(page, [{ title: 'Still there' }]);
      await page.route('**/api/admin/backup-tickets', (route) =>
        route.fulfill({ status, body: JSON.stringify(body) }),
      );
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Download a backup' }).click();
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('row', { name: 'Still there' })).toBeVisible();
    },
  );
}
