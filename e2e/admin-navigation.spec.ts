import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { adminLink } from './dashboard.ts';

test('every admin page has one navigation, marks where it is, and begins at the same left edge', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/status of 404/);
  const post = await admin.createPost({ title: uniqueTitle('Edges') });
  const deleted = await admin.createPost({ title: uniqueTitle('Edges') });
  await admin.api.delete(`/api/admin/posts/${deleted.id}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const screens = [
    ['/admin', 'Admin Dashboard', 'Posts'],
    ['/admin?show=trash', 'Admin Dashboard', 'Posts'],
    [`/admin/posts/edit/${post.id}/history`, 'History', 'Posts'],
    [`/admin/trash/${deleted.id}`, 'Deleted post', 'Posts'],
    ['/admin/trash/01890000-0000-7000-8000-000000000000', 'Not in the trash', 'Posts'],
    ['/admin/nowhere', 'Page Not Found', 'Posts'],
    ['/admin/pages', 'Pages', 'Pages'],
    ['/admin/newsletter', 'Newsletter', 'Newsletter'],
    ['/admin/settings', 'Settings', 'Settings'],
    ['/admin/import', 'Import', 'Settings'],
    ['/admin/export', 'Export', 'Settings'],
    ['/admin/redirects', 'Redirects', 'Settings'],
    ['/admin/events', 'What happened', 'Settings'],
  ] as const;
  const lefts: Record<string, number | undefined> = {};
  for (const [path, heading, current] of screens) {
    await page.goto(path);
    const h1 = page.getByRole('heading', { level: 1 });
    await expect(h1).toHaveText(heading);
    lefts[path] = (await h1.boundingBox())?.x;
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await expect(nav.getByRole('link')).toHaveText([
      'Posts',
      'Pages',
      'Newsletter',
      'Statistics',
      'Settings',
    ]);
    await expect(nav.locator('[aria-current="page"]')).toHaveText(current);
  }
  const all = Object.values(lefts).map(Number);
  expect(Math.max(...all) - Math.min(...all), JSON.stringify(lefts)).toBeLessThanOrEqual(1);

  for (const path of ['/admin/posts/new', `/admin/posts/edit/${post.id}`, '/admin/pages/new']) {
    await page.goto(path);
    await expect(page.getByLabel('Title*')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  }
});

test('import, export and redirects are found from the posts and from the settings', async ({
  page,
}) => {
  await page.goto('/admin');
  for (const name of ['Import', 'Export', 'Redirects']) {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator(':popover-open').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await adminLink(page, 'Settings').click();
    const places = page.getByRole('main').getByRole('region').getByRole('link', { name });
    await expect(places).toHaveAttribute('href', `/admin/${name.toLowerCase()}`);
    await adminLink(page, 'Posts').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  }
});
