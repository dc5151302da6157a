import type { ImportRun } from '@longhand/contract/imports';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';

const EXPORT = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>Hello</title><link>https://old.example/2009/09/05/hello/</link>
<guid isPermaLink="false">https://old.example/?p=7</guid><content:encoded><![CDATA[Some text.]]></content:encoded>
<wp:post_id>7</wp:post_id><wp:post_date>2009-09-05 10:00:00</wp:post_date><wp:post_date_gmt>2009-09-05 10:00:00</wp:post_date_gmt>
<wp:post_name>hello</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>`;

eachDialect((open) => {
  test('an uploaded export is imported by a child process, and its old addresses lead to it', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const created = await site.request(
      {
        ...{ method: 'POST', url: '/api/admin/imports?name=old.xml', payload: EXPORT },
        headers: { 'content-type': 'application/octet-stream' },
      },
      token,
    );
    const url = `/api/admin/imports/${created.json().id}`;
    const read = async (): Promise<ImportRun> => (await site.get(url, token)).json();
    const until = async (state: ImportRun['state']) => {
      await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toBe(state);
      return read();
    };
    expect((await until('ready')).report).toMatchObject({ dry_run: true, items: 1, imported: 1 });
    expect((await site.get('/api/posts')).json()).toEqual([]);
    const payload = { fetch_pictures: false };
    await site.request({ method: 'POST', url: `${url}/start`, payload }, token);
    expect((await until('done')).report).toMatchObject({ dry_run: false, posts: 1 });
    await expect
      .poll(async () => (await site.get('/api/posts')).json())
      .toMatchObject([{ slug: 'hello' }]);
    for (const path of ['/2009/09/05/hello/', '/?p=7'])
      expect((await site.get(`/api/redirects?path=${encodeURIComponent(path)}`)).json()).toEqual({
        to: '/blog/hello',
      });
  });
});
