import type { Post, PostDetail, PostInput, PublicPost } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';

function errorsOf(answer: Parameters<typeof expectProblem>[0]): object {
  expectProblem(answer, 400);
  return (answer.json() as { errors: object }).errors;
}

const TEXT = { title: 'A title', excerpt: 'E', content: '<p>C</p>' };

eachDialect((open) => {
  async function start() {
    const site = await startTestApp(open);
    const token = await site.login();
    const create = (fields: Partial<PostInput>): Promise<Post> =>
      site.createPost(token, { ...TEXT, published: true, ...fields });
    const put = (id: string, fields: Partial<PostInput>) =>
      site.request(
        { method: 'PUT', url: `/api/admin/posts/${id}`, payload: { ...TEXT, ...fields } },
        token,
      );
    const send = (method: 'DELETE' | 'POST', url: string) => site.request({ method, url }, token);
    const read = async (slug: string): Promise<PostDetail> =>
      (await site.get(`/api/posts/${slug}`)).json();
    const linked = async (slug: string) =>
      (await read(slug)).translations.map(({ language }) => language);
    const admin = async (id: string): Promise<Post> =>
      (await site.get(`/api/admin/posts?id=${id}`, token)).json()[0];
    return { site, token, create, put, send, read, linked, admin };
  }

  /** English names none, German names English, French names German. */
  async function startWithThree() {
    const blog = await start();
    const en = await blog.create({ title: 'English' });
    const de = await blog.create({ title: 'Deutsch', language: 'de', translation_of: en.id });
    const fr = await blog.create({ title: 'Francais', language: 'fr', translation_of: de.id });
    return { ...blog, en, de, fr };
  }

  test('a post has a language, which a list leaves out if it is the site’s', async () => {
    const { site, create, put, read, admin } = await start();
    const french = await create({ title: 'Bonjour', language: 'fr' });
    await create({ title: 'Hello' });
    expect(french).toMatchObject({ language: 'fr', translation_of: null });
    expect(await read('bonjour')).toMatchObject({ language: 'fr', translations: [] });
    expect(await read('hello')).toMatchObject({ language: null, translations: [] });
    for (const view of ['', '?view=summary']) {
      const list: PublicPost[] = (await site.get(`/api/posts${view}`)).json();
      expect(list.map((post) => post.language)).toEqual([undefined, 'fr']);
      expect(list.some((post) => 'language' in post && post.language === null)).toBe(false);
      expect(JSON.stringify(list)).not.toContain('translation');
    }
    await put(french.id, { title: 'Bonjour' });
    expect((await admin(french.id)).language).toBe('fr');
    await put(french.id, { title: 'Bonjour', language: null });
    expect((await admin(french.id)).language).toBeNull();
    expectProblem(await put(french.id, { language: 'french' }), 400);
    expectProblem(await put(french.id, { language: 'FR' }), 400);
  });

  test('all posts of a group link each other, and only public ones are named', async () => {
    const { read, linked, put, de, fr, en } = await startWithThree();
    expect(fr.translation_of).toBe(de.id);
    expect((await read('english')).translations).toEqual([
      { language: 'de', slug: 'deutsch', title: 'Deutsch' },
      { language: 'fr', slug: 'francais', title: 'Francais' },
    ]);
    expect(await linked('deutsch')).toEqual(['en-US', 'fr']);
    expect(await linked('francais')).toEqual(['de', 'en-US']);
    await put(de.id, { title: 'Deutsch', published: false });
    expect(await linked('english')).toEqual(['fr']);
    const answer = JSON.stringify([await read('english'), await read('francais')]);
    for (const hidden of [de.id, 'deutsch', 'Deutsch', 'translation_of'])
      expect(answer).not.toContain(hidden);
    // What is left out stays.
    await put(en.id, { title: 'English' });
    expect(await linked('english')).toEqual(['fr']);
  });

  test('only another post that exists can be named', async () => {
    const { put, en, site, token } = await startWithThree();
    const unknown = '01900000-0000-7000-8000-000000000000';
    for (const translation_of of [unknown, en.id, 'english']) {
      expect(errorsOf(await put(en.id, { translation_of }))).toHaveProperty('translation_of');
    }
    const payload = { ...TEXT, translation_of: unknown };
    expectProblem(
      await site.request({ method: 'POST', url: '/api/admin/posts', payload }, token),
      400,
    );
  });

  test('two posts in one language are refused', async () => {
    const { site, put, create, linked, token, en, de } = await startWithThree();
    const german = await create({ title: 'Nochmal', language: 'de-DE' });
    expect(errorsOf(await put(german.id, { translation_of: en.id }))).toEqual({
      translation_of: ['is a post in the same language: “Deutsch”'],
    });
    const other = await create({ title: 'Other' });
    expectProblem(await put(other.id, { translation_of: de.id }), 400);
    for (const language of ['fr', 'en', null]) {
      expect(Object.keys(errorsOf(await put(de.id, { language })))).toEqual(['language']);
    }
    expect((await put(german.id, { language: 'de-AT', translation_of: en.id })).statusCode).toBe(
      200,
    );
    expect(await linked('nochmal')).toEqual(['de', 'en-US', 'fr']);
    // A change of the site's language refuses no post that stays as it is.
    await site.request(
      { method: 'PUT', url: '/api/admin/settings', payload: { language: 'de' } },
      token,
    );
    expect((await put(en.id, { title: 'English' })).statusCode).toBe(200);
  });

  test('null leaves the group, and the others stay together', async () => {
    const { put, linked, admin, en, de, fr } = await startWithThree();
    await put(de.id, { title: 'Deutsch', translation_of: null });
    expect(await linked('deutsch')).toEqual([]);
    expect(await linked('english')).toEqual(['fr']);
    expect(await linked('francais')).toEqual(['en-US']);
    expect((await admin(fr.id)).translation_of).toBe(en.id);
  });

  test('null leaves the group also for a post that only others name', async () => {
    const { put, linked, admin, en, de, fr } = await startWithThree();
    await put(en.id, { title: 'English', translation_of: null });
    expect(await linked('english')).toEqual([]);
    expect(await linked('deutsch')).toEqual(['fr']);
    expect((await admin(de.id)).translation_of).toBeNull();
    expect((await admin(fr.id)).translation_of).toBe(de.id);
    await put(de.id, { title: 'Deutsch', translation_of: null });
    expect(await linked('francais')).toEqual([]);
    expect((await admin(fr.id)).translation_of).toBeNull();
  });

  test('of two posts in one language that are saved at once, only one joins the group', async () => {
    const { create, put, linked } = await start();
    const en = await create({ title: 'English' });
    const titles = ['Eins', 'Zwei', 'Drei', 'Vier'];
    const german = await Promise.all(titles.map((title) => create({ title, language: 'de' })));
    const answers = await Promise.all(
      german.map(({ id, title }) => put(id, { title, translation_of: en.id })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await linked('english')).toEqual(['de']);
  });

  test('lists of titles name a language that is not the site’s', async () => {
    const { site, create } = await start();
    await create({ title: 'Hello' });
    await create({ title: 'Bonjour', language: 'fr' });
    await create({ title: 'Goodbye' });
    const { previous_post } = (await site.get('/api/posts/goodbye')).json();
    expect(previous_post).toEqual({ slug: 'bonjour', title: 'Bonjour', language: 'fr' });
    const { previous_post: hello, next_post } = (await site.get('/api/posts/bonjour')).json();
    expect([hello, next_post]).toEqual([
      { slug: 'hello', title: 'Hello' },
      { slug: 'goodbye', title: 'Goodbye' },
    ]);
    const year = new Date().getUTCFullYear();
    const archived: { language?: string }[] = (await site.get(`/api/archive/${year}`)).json();
    expect(archived.map((post) => post.language)).toEqual([undefined, 'fr', undefined]);
    expect(Object.keys(archived[0] ?? {})).not.toContain('language');
  });

  test('one that names none takes its translations along, one that names another goes alone', async () => {
    const { create, put, linked, en, fr } = await startWithThree();
    const it = await create({ title: 'Italiano', language: 'it' });
    await create({ title: 'Espanol', language: 'es', translation_of: it.id });
    await put(fr.id, { title: 'Francais', translation_of: it.id });
    expect(await linked('francais')).toEqual(['es', 'it']);
    expect(await linked('english')).toEqual(['de']);
    await put(en.id, { title: 'English', translation_of: it.id });
    expect(await linked('espanol')).toEqual(['de', 'en-US', 'fr', 'it']);
    expect(await linked('deutsch')).toEqual(['en-US', 'es', 'fr', 'it']);
  });

  test('deleting one keeps the group, which it is part of again when it is restored', async () => {
    const { send, put, linked, admin, en, de, fr } = await startWithThree();
    await send('DELETE', `/api/admin/posts/${en.id}`);
    await send('DELETE', `/api/admin/posts/${de.id}`);
    expect(await linked('francais')).toEqual([]);
    expect(
      (await put(fr.id, { title: 'Francais', translation_of: fr.translation_of })).statusCode,
    ).toBe(200);
    await send('POST', `/api/admin/trash/${en.id}/restore`);
    expect(await linked('english')).toEqual(['fr']);
    await send('DELETE', `/api/admin/trash/${de.id}`);
    expect(await linked('francais')).toEqual(['en-US']);
    expect((await admin(fr.id)).translation_of).toBe(en.id);
  });

  test('a restored post stays alone if its group has its language by now', async () => {
    const { create, send, linked, admin, en, de } = await startWithThree();
    await send('DELETE', `/api/admin/posts/${de.id}`);
    await create({ title: 'Neu', language: 'de', translation_of: en.id });
    expect((await send('POST', `/api/admin/trash/${de.id}/restore`)).statusCode).toBe(200);
    expect((await admin(de.id)).translation_of).toBeNull();
    expect(await linked('deutsch')).toEqual([]);
    expect(await linked('neu')).toEqual(['en-US', 'fr']);
  });

  test('slugs follow the language of the post, or that of the site', async () => {
    const { site, token, create, put } = await start();
    const title = 'Größe über Äpfel';
    expect((await create({ title })).slug).toBe('grosse-uber-apfel');
    expect((await create({ title, language: 'de' })).slug).toBe('groesse-ueber-aepfel');
    const draft = await create({ title: 'Tür', published: false });
    expect(draft.slug).toBe('tur');
    expect((await put(draft.id, { title: 'Tür', language: 'de-AT' })).json().slug).toBe('tuer');
    await site.request(
      { method: 'PUT', url: '/api/admin/settings', payload: { language: 'de' } },
      token,
    );
    expect((await create({ title: 'Übung' })).slug).toBe('uebung');
    expect((await create({ title: 'Übung', language: 'sv' })).slug).toBe('ubung');
  });

  test('the time to read a Japanese post is by its characters', async () => {
    const { create, put, admin } = await start();
    const content = `<p>${'私は本を読むのが好きです。'.repeat(100)}</p>`;
    const post = await create({ content, language: 'ja' });
    expect(post.reading_minutes).toBe(3);
    await put(post.id, { content });
    expect((await admin(post.id)).reading_minutes).toBe(3);
    expect((await put(post.id, { content, language: null })).json().reading_minutes).toBe(4);
  });

  test('the time to read follows the language of the site', async () => {
    const { site, token, create, admin, read } = await start();
    const content = `<p>${'私は本を読むのが好きです。'.repeat(100)}</p>`;
    const post = await create({ title: 'Hon', content });
    const english = await create({ title: 'Book', content, language: 'en' });
    const minutes = async () => [
      (await read('hon')).reading_minutes,
      (await admin(english.id)).reading_minutes,
    ];
    expect(await minutes()).toEqual([4, 4]);
    for (const [language, expected] of [
      ['ja', 3],
      ['zh', 3],
      ['de', 4],
      ['zh-TW', 3],
      [null, 4],
    ] as const) {
      const payload = { language };
      await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
      const afterJobs = async () => {
        await site.app.scheduler.tick();
        return minutes();
      };
      await expect.poll(afterJobs).toEqual([expected, 4]);
    }
    expect(await admin(post.id)).toMatchObject({ version: 1, updated_at: post.updated_at });
  });
});
