import { randomUUIDv7 } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { postFields, startTestApp } from '../../../../test-support/test-app.ts';
import { type Renderer, renderInThisThread } from '../../rendering/render.ts';
import { RenderTimeoutError } from '../../rendering/render-thread.ts';
import { createPostsService } from '../posts.service.ts';

const JAPANESE = `<p>${'私は本を読むのが好きです。'.repeat(100)}</p>`;
const signal = () => new AbortController().signal;
const nothing = async () => {};

async function openBlog(open: () => Promise<TestDatabase>) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const site = { language: 'en', counted: 0, isBusy: false };
  const renderer: Renderer = {
    ...renderInThisThread,
    async countMinutes(content, language) {
      site.counted += 1;
      if (site.isBusy) throw new RenderTimeoutError();
      return renderInThisThread.countMinutes(content, language);
    },
  };
  const posts = createPostsService(
    db,
    () => new Date(),
    renderer,
    async () => site.language,
  );
  return {
    ...{ db, site, posts },
    async changeLanguage(to: string) {
      await db.transaction().execute((trx) => posts.changeSiteLanguage(trx, site.language, to));
      site.language = to;
    },
    /** Many of one post, without rendering each. */
    async copyPost(id: string, count: number) {
      const post = await db
        .selectFrom('posts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: count }, (_, n) => ({
        ...{ ...post, id: randomUUIDv7(), slug: `copy-${n}`, sort_key: null, published: 0 },
      }));
      await db.insertInto('posts').values(copies).execute();
    },
    async minutes() {
      const rows = await db.selectFrom('posts').select('reading_minutes').orderBy('id').execute();
      return rows.map(({ reading_minutes }) => reading_minutes);
    },
  };
}

eachDialect((open) => {
  test('no post is rendered by the request that changes the language of the site', async () => {
    let rendered = 0;
    const renderer: Renderer = {
      ...renderInThisThread,
      async renderPost(post) {
        rendered += 1;
        return renderInThisThread.renderPost(post);
      },
    };
    const site = await startTestApp(open, {}, renderer);
    const token = await site.login();
    await site.createPost(token);
    const payload = { language: 'ja' };
    const url = '/api/admin/settings';
    expect((await site.request({ method: 'PUT', url, payload }, token)).statusCode).toBe(200);
    expect(rendered).toBe(1);
  });

  test('a language that is counted otherwise makes the times to read due, once', async () => {
    const { posts, site, changeLanguage, minutes } = await openBlog(open);
    await posts.create({ ...postFields, content: JAPANESE });
    await posts.create({ ...postFields, content: JAPANESE, language: 'de' });
    await changeLanguage('de');
    expect(await posts.isRecountDue()).toBe(false);
    await changeLanguage('ja');
    expect([await posts.isRecountDue(), await minutes()]).toEqual([true, [4, 4]]);
    expect(await posts.recountReadingMinutes(signal(), nothing)).toBe(1);
    expect([await posts.isRecountDue(), await minutes()]).toEqual([false, [3, 4]]);
    expect(await posts.recountReadingMinutes(signal(), nothing)).toBe(0);
    expect(site.counted).toBe(1);
  });

  test('what was interrupted goes on where it was', async () => {
    const { posts, site, changeLanguage, copyPost, minutes } = await openBlog(open);
    const { id } = await posts.create({ ...postFields, content: JAPANESE });
    await copyPost(id, 119);
    await changeLanguage('ja');
    const stopped = new AbortController();
    const stop = async () => stopped.abort();
    expect(await posts.recountReadingMinutes(stopped.signal, stop)).toBe(100);
    expect(await posts.isRecountDue()).toBe(true);
    expect(await posts.recountReadingMinutes(signal(), nothing)).toBe(20);
    expect(site.counted).toBe(120);
    expect(new Set(await minutes())).toEqual(new Set([3]));
  });

  test('a language that is changed during the count is the one that counts', async () => {
    const { db, posts, changeLanguage, minutes, site } = await openBlog(open);
    await posts.create({ ...postFields, content: JAPANESE });
    await changeLanguage('ja');
    let isChanged = false;
    const readLanguage = async () => {
      const { language } = site;
      if (!isChanged) await changeLanguage('en');
      isChanged = true;
      return language;
    };
    const late = createPostsService(db, () => new Date(), renderInThisThread, readLanguage);
    expect(await late.recountReadingMinutes(signal(), nothing)).toBe(0);
    expect(await minutes()).toEqual([4]);
    expect(await posts.isRecountDue()).toBe(false);
  });

  test('a post that takes too long keeps its time, and is counted later', async () => {
    const { posts, site, changeLanguage, minutes } = await openBlog(open);
    await posts.create({ ...postFields, content: JAPANESE });
    await changeLanguage('ja');
    site.isBusy = true;
    await expect(posts.recountReadingMinutes(signal(), nothing)).rejects.toThrow(
      RenderTimeoutError,
    );
    expect([await posts.isRecountDue(), await minutes()]).toEqual([true, [4]]);
    site.isBusy = false;
    expect(await posts.recountReadingMinutes(signal(), nothing)).toBe(1);
    expect([await posts.isRecountDue(), await minutes()]).toEqual([false, [3]]);
  });
});
