import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';

const RICH_CONTENT = `<h2>Title</h2><p onclick="x()">Text ${'word '.repeat(300)}</p>
<script>1</script><pre><code class="language-js">const a = 1;</code></pre>
<table><tr><td>a</td></tr></table><img src="/uploads/a.png">`;

function preview({ request }: TestApp, payload: object, token: string) {
  return request({ method: 'POST', url: '/api/admin/preview', payload }, token);
}

eachDialect((open) => {
  test('a preview is what the public gets once the content is saved', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const response = await preview(site, { content: RICH_CONTENT }, token);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { slug } = await site.createPost(token, { content: RICH_CONTENT });
    const { content, reading_minutes } = (await site.get(`/api/posts/${slug}`)).json();
    expect(response.json()).toMatchObject({ content, reading_minutes, removed_count: 2 });
    expect(response.json().removed).toEqual([
      expect.objectContaining({ kind: 'attribute', name: 'onclick', line: 1 }),
      expect.objectContaining({ kind: 'element', name: 'script', line: 2 }),
    ]);
    expect(content).not.toContain('script');
    expect(reading_minutes).toBe(2);
  });

  test('a preview is in the language of the post, or in that of the site', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const japanese = `<h2>${'私は本を読むのが好きです。'.repeat(100)}</h2><p>שלום</p><pre>x</pre>`;
    for (const siteLanguage of ['de', 'ja', 'he'])
      for (const language of ['ja', 'he', 'en', null, undefined]) {
        const payload = { language: siteLanguage };
        await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
        const input = { content: japanese, ...(language !== undefined && { language }) };
        const shown = (await preview(site, input, token)).json();
        const { slug } = await site.createPost(token, input);
        const { content, reading_minutes } = (await site.get(`/api/posts/${slug}`)).json();
        expect(shown, `${language} in ${siteLanguage}`).toMatchObject({ content, reading_minutes });
      }
  });

  test('a preview stores nothing, and may be of nothing', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const response = await preview(site, { content: '' }, token);
    expect(response.json()).toEqual({
      content: '',
      reading_minutes: 1,
      removed: [],
      removed_count: 0,
    });
    await preview(site, { content: RICH_CONTENT }, token);
    expect((await site.get('/api/admin/posts', token)).json()).toEqual([]);
    expect(await site.db.selectFrom('slugs').selectAll().execute()).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['a number', { content: 7 }],
    ['a null byte', { content: 'a\0b' }],
    ['too much', { content: 'x'.repeat(1_000_001) }],
    ['a field more', { content: 'x', title: 'T' }],
    ['what is no language', { content: 'x', language: 'no language' }],
    ['tags left open by the thousands', { content: '<div>'.repeat(50_000) }],
  ])('a preview of %s is 400', async (_what, payload) => {
    const site = await startTestApp(open);
    expectProblem(await preview(site, payload, await site.login()), 400);
  });
});
