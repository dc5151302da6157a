import { BLOG_SIZES } from '@longhand/contract/posts/post-query';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startTestApp, type TestApp } from '../../../test-support/test-app.ts';

/** Without what only the dashboard shows. */
const { thin_versions: _, smart_punctuation: _smart, ...SHOWN_DEFAULTS } = SITE_DEFAULTS;

const store = ({ db }: TestApp, name: string, value: string) =>
  db.insertInto('site_settings').values({ name, value }).execute();

eachDialect((open) => {
  test('a new site has the words of the specification', async () => {
    const { get } = await startTestApp(open);
    const response = await get('/api/site');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...SHOWN_DEFAULTS,
      words: {},
      icon: null,
      logo: null,
      pages: [
        { slug: 'about', title: 'About', placement: 'header' },
        { slug: 'contact', title: 'Contact', placement: 'header' },
      ],
      blog_size: 'small',
      newsletter_open: false,
    });
  });

  test('the size of the blog is that of all published posts, at once', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const size = async () => (await site.get('/api/site')).json().blog_size;
    const content = `<p>${'x'.repeat(BLOG_SIZES.small)}</p>`;
    const { id } = await site.createPost(token, { content, published: false });
    expect(await size()).toBe('small');
    await site.updatePost(token, id, { content });
    expect(await size()).toBe('medium');
  });

  test('the environment comes before what is stored, which comes before the defaults', async () => {
    const site = await startTestApp(open, {
      SITE_NAME: 'From outside',
      SITE_TIMEZONE: 'Asia/Tokyo',
    });
    await store(site, 'site_name', '"Stored"');
    await store(site, 'blog_subtitle', '"On gardens"');
    await store(site, 'links', '[]');
    expect((await site.get('/api/site')).json()).toMatchObject({
      site_name: 'From outside',
      time_zone: 'Asia/Tokyo',
      blog_subtitle: 'On gardens',
      links: [],
      site_description: SITE_DEFAULTS.site_description,
    });
  });

  test('a variable of one network sets all four links', async () => {
    const site = await startTestApp(open, { SOCIAL_TWITTER: 'https://x.com/tom' });
    await store(site, 'links', '[]');
    expect((await site.get('/api/site')).json().links).toEqual([
      { label: 'Instagram', url: 'https://www.instagram.com/' },
      { label: 'Twitter', url: 'https://x.com/tom' },
      { label: 'Tumblr', url: 'https://www.tumblr.com/' },
      { label: 'Pinterest', url: 'https://www.pinterest.com/' },
    ]);
  });

  test('stored settings that cannot be used are replaced by their defaults, with one warning each', async () => {
    const site = await startTestApp(open);
    await store(site, 'site_name', 'not JSON');
    await store(site, 'links', '[{"label":"x","url":"javascript:alert(1)"}]');
    await store(site, 'accent', '"#ffffff"');
    await store(site, 'language', 'null');
    await store(site, 'of_a_newer_version', '1');
    for (const name of ['accent', 'language', 'links', 'site_name'])
      site.expectLoggedError(new RegExp(`^The stored setting ${name} is not valid`));
    for (const query of ['', '?again'])
      expect((await site.get(`/api/site${query}`)).json()).toMatchObject(SHOWN_DEFAULTS);
  });
});
