import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

type Word = { key: string; default: string; own: string | null; placeholders: string[] };

async function start(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  return {
    ...site,
    readSettings: async () => (await site.get('/api/admin/settings', token)).json(),
    change: (payload: object) =>
      site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token),
    async findWord(key: string): Promise<Word | undefined> {
      const response = await site.get('/api/admin/words', token);
      expect(response.statusCode).toBe(200);
      return response.json<{ words: Word[] }>().words.find((word) => word.key === key);
    },
    createPost: (content: string) => site.createPost(token, { content, published: true }),
  };
}

eachDialect((open) => {
  test('own words belong to a language, and come back with it', async () => {
    const { change, findWord } = await start(open);
    const own = { 'footer.copyright': '{site}, {year}', 'footer.love': '  ' };
    const saved = await change({ words: own });
    expect(saved.json().words).toEqual({ ...own, 'footer.love': '' });
    expect(await findWord('footer.copyright')).toEqual({
      key: 'footer.copyright',
      default: '© {year} {site}. All rights reserved.',
      own: '{site}, {year}',
      placeholders: ['year', 'site'],
    });
    expect((await change({ language: 'de' })).json()).toMatchObject({
      words: {},
      blog_subtitle: 'Gedanken über Technik, Design und das Leben.',
    });
    expect(await findWord('footer.copyright')).toMatchObject({ own: null });
    expect((await change({ language: 'en-GB' })).json().words).toEqual({
      ...own,
      'footer.love': '',
    });
    expect((await change({ words: { 'footer.love': null } })).json().words).toEqual({
      'footer.copyright': '{site}, {year}',
    });
    expect((await change({ words: null, language: null })).json().words).toEqual({});
  });

  test.each([
    ['footer.copyright', '© {year}', 'lacks {site}'],
    ['header.home', 'Home of {site}', 'has {site}, which this text does not know'],
    ['header.home', ' ', 'must not be empty'],
    ['header.nothing', 'x', 'is no text of this site'],
    ['toString', 'x', 'is no text of this site'],
    ['header.home', 'x'.repeat(1_001), 'must have at most 1000 characters'],
  ])('%s as %j is refused, with all of the call', async (key, text, reason) => {
    const { change, readSettings } = await start(open);
    const words = JSON.parse(
      `{"footer.love":"With care",${JSON.stringify(key)}:${JSON.stringify(text)}}`,
    );
    const response = await change({ site_name: 'Other', words });
    expectProblem(response, 400, { detail: expect.stringContaining(reason) });
    expect(await readSettings()).toMatchObject({
      site_name: 'Longhand',
      words: {},
    });
  });

  test('About and Contact follow the language while they are the default texts', async () => {
    const { change, get } = await start(open);
    await change({ language: 'fr' });
    const { title, content } = (await get('/api/pages/about')).json();
    expect(title).toBe('À propos');
    expect(content).not.toContain('How it is made');
    const placed = (await get('/api/site')).json().pages;
    expect(placed.map((page: { title: string }) => page.title)).toEqual(['À propos', 'Contact']);
    await change({ language: null });
    expect((await get('/api/pages/about')).json().title).toBe('About');
  });

  test('the labels in a text are in the language of the site, which the response names', async () => {
    const { change, createPost, get } = await start(open);
    const post = await createPost('<h2>One</h2><table><tr><td>x</td></tr></table>');
    await change({ language: 'de' });
    const german = await get(`/api/posts/${post.slug}`);
    expect(german.headers['content-language']).toBe('de');
    expect(german.json().content).not.toMatch(/Link to this section|"Table"/);
    expect(german.json().content).toContain('aria-label="Tabelle"');
    await change({ language: null });
    expect((await get(`/api/posts/${post.slug}`)).json().content).toContain('aria-label="Table"');
  });
});
