import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { examineSite } from '../../../test-support/full-site.ts';
import { startWithPages } from '../../../test-support/pages.ts';

const DAY = 86_400_000;

/** A post and a page that were saved on these days; the last of them are current. */
async function startWithHistory(
  open: Parameters<typeof startWithPages>[0],
  days: readonly number[],
) {
  const site = await startWithPages(open);
  const post = await site.createPost(site.token, { title: '0' });
  const page = await site.createPage({ title: '0' });
  let now = 0;
  // Sessions end before the next change.
  for (const day of days) {
    site.passTime((day - now) * DAY);
    now = day;
    const token = await site.login();
    const payload = { title: String(day) };
    await site.updatePost(token, post.id, payload);
    await site.request({ method: 'PUT', url: `/api/admin/pages/${page.id}`, payload }, token);
  }
  const list = async (path: string) => {
    const response = await site.get(`/api/admin/${path}`, await site.login());
    return response.json().map(({ title }: { title: string }) => Number(title));
  };
  return {
    ...site,
    async passDays(count: number): Promise<void> {
      site.passTime(count * DAY);
      await site.app.scheduler.tick();
    },
    async switchOn(): Promise<void> {
      const payload = { thin_versions: true };
      const request = { method: 'PUT', url: '/api/admin/settings', payload } as const;
      expect((await site.request(request, await site.login())).statusCode).toBe(200);
    },
    listPostVersions: () => list(`posts/${post.id}/revisions`),
    listPageVersions: () => list(`pages/${page.id}/revisions`),
  };
}

eachDialect((open) => {
  test('all versions are kept unless the owner wants one a month of those older than a year', async () => {
    // From noon of January 1, 2026: three in January, two in February, one in March, two in April.
    const site = await startWithHistory(open, [10, 29, 40, 41, 70, 100, 110, 111]);
    const all = [110, 100, 70, 41, 40, 29, 10, 0];
    await site.passDays(354);
    expect(await site.listPostVersions()).toEqual(all);
    expect(await site.listPageVersions()).toEqual(all);

    await site.switchOn();
    // April 12, 2027: April 2026 did not end more than a year ago.
    await site.passDays(1);
    const expected = [110, 100, 70, 41, 29];
    expect(await site.listPostVersions()).toEqual(expected);
    expect(await site.listPageVersions()).toEqual(expected);
    expect(await examineSite(site)).toEqual([]);

    await site.passDays(50);
    expect(await site.listPostVersions()).toEqual([110, 70, 41, 29]);
    expect(await site.listPageVersions()).toEqual([110, 70, 41, 29]);
    expect(await examineSite(site)).toEqual([]);
  });

  test('a version that is lost after thinning is still found by the doctor', async () => {
    const site = await startWithHistory(open, [10, 300, 400, 500, 510]);
    await site.switchOn();
    await site.passDays(200);
    expect(await site.listPostVersions()).toEqual([500, 400, 300, 10]);
    for (const table of ['post_revisions', 'page_versions'] as const)
      await site.db.deleteFrom(table).where('title', '=', '400').execute();
    const found = await examineSite(site);
    expect(found).toHaveLength(2);
    for (const finding of found) expect(finding).toMatch(/incomplete history/);
  });
});
