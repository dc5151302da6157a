import { expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { startWithPages } from '../../../test-support/pages.ts';
import { SENTINEL, writeVector } from '../../../test-support/xss/sentinel.ts';
import { VECTORS } from '../../../test-support/xss/vectors.ts';
import { renderPost } from '../rendering/render.ts';

const EVERY = 12;

onSqlite((open) => {
  test('hostile content is public as the content of a post would be', async () => {
    const { createPage, tryToUpdate, get } = await startWithPages(open, {
      WRITES_PER_MINUTE: '100000',
    });
    const { id } = await createPage({ title: 'Now' });
    const vectors = [...VECTORS.keys()].filter((vector) => vector % EVERY === 0);
    expect(vectors.length).toBeGreaterThan(20);
    let accepted = 0;
    for (const vector of vectors) {
      const hostile = writeVector(vector, vector);
      const content = `<p>start</p>${hostile}`;
      const saved = await tryToUpdate(id, { content, meta_description: hostile });
      // Nested too deeply, or not storable.
      if (saved.statusCode === 400) continue;
      expect(saved.json(), saved.body).toMatchObject({ content });
      accepted += 1;
      const { public_content } = await renderPost({ title: '', excerpt: '', content });
      expect((await get('/api/pages/now')).json().content).toBe(public_content);
    }
    expect(accepted).toBeGreaterThan(vectors.length / 2);
  });

  test('a hostile name of the site is text in the default pages', async () => {
    const name = `<img src=${SENTINEL} onerror=alert(1)>&amp;"'`;
    const { get, listPages } = await startWithPages(open, { SITE_NAME: name });
    const { content } = (await get('/api/pages/about')).json();
    expect(content).toContain(`<p>&lt;img src=${SENTINEL} onerror=alert(1)>&amp;amp;"' is a blog.`);
    expect(content).not.toContain('<img');
    expect((await listPages())[0]?.content).toContain('<p>&lt;img');
  });
});
