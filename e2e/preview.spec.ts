import { expect, test } from './admin-fixtures.ts';
import { content } from './editor-form.ts';

test('the preview is sanitised and styled like the public page', async ({ page, admin }) => {
  const written =
    '<h2>Part</h2><p onclick="x()">Text <script>alert(1)</script> and more</p><pre><code class="language-js">const a = 1;</code></pre>';
  const post = await admin.createPost({ content: written });
  await page.goto(`/blog/${post.slug}`);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const published = await page.locator('article > div').first().innerHTML();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: post.title })).toBeVisible();
  await expect.poll(() => preview.locator('article > div').innerHTML()).toBe(published);
  await expect(page.getByText('9 words · 1 min read')).toBeVisible();
  await page.getByRole('button', { name: 'HTML', exact: true }).click();
  await content(page).fill('<p>Other words</p>');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(preview).toContainText('Other words');
});
