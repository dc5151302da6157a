import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('a new blog has About and Contact, whose texts have the name of the site', async () => {
    const { login, get } = await startTestApp(open, {
      SITE_NAME: 'Bees & <Plants>',
      SITE_DESCRIPTION: 'Notes of a "gardener".',
    });
    const list = await get('/api/admin/pages', await login());
    expect(list.statusCode).toBe(200);
    expect(list.json()).toMatchObject([
      {
        slug: 'about',
        title: 'About',
        content: expect.stringContaining(
          '<p>Bees &amp; &lt;Plants&gt; is a blog. Notes of a "gardener".</p>',
        ),
        meta_description: 'What Bees & <Plants> is, and how it is made.',
        ...{ placement: 'header', position: 1, is_default: true, version: 0, updated_at: null },
      },
      { slug: 'contact', title: 'Contact', position: 2, is_default: true },
    ]);
    const about = (await get('/api/pages/about')).json();
    expect(about.content).toContain('<p>Bees &amp; &lt;Plants> is a blog.');
    expect(about.meta_description).toBe('What Bees & <Plants> is, and how it is made.');
    expectProblem(await get('/api/pages/imprint'), 404);
  });

  test('the public list has the addresses of all pages', async () => {
    const { get } = await startTestApp(open);
    expect((await get('/api/pages')).json()).toEqual([
      { slug: 'about', title: 'About', placement: 'header', position: 1, updated_at: null },
      { slug: 'contact', title: 'Contact', placement: 'header', position: 2, updated_at: null },
    ]);
  });
});
