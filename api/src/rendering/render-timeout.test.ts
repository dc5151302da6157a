import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { expectProblem, postFields, startTestApp } from '../../../test-support/test-app.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { type Renderer, renderInThisThread } from './render.ts';
import { createRenderThread } from './render-thread.ts';

/** What the real thread rejects with, which decides what callers do. */
async function findTimeout(): Promise<unknown> {
  const thread = createRenderThread({ timeoutMs: 1 });
  const timeout = thread.run({ text: '<p>Some <b>words</b></p>'.repeat(10_000) });
  const error = await timeout.catch((error: unknown) => error);
  await thread.close();
  return error;
}

const timeout = findTimeout();
const MESSAGE = 'The server took too long to render this text.';
const SENTENCE = expect.stringContaining(MESSAGE);

function createBusyRenderer() {
  const state = { isBusy: false };
  const renderer: Renderer = {
    ...renderInThisThread,
    async renderPost(text) {
      // The source of a text is soon rendered, which must not be what readers get.
      if (state.isBusy && !text.content.includes('&lt;')) throw await timeout;
      return renderInThisThread.renderPost(text);
    },
  };
  return { state, renderer };
}

async function startBusy(open: () => Promise<TestDatabase>) {
  const { state, renderer } = createBusyRenderer();
  const site = await startTestApp(open, {}, renderer);
  const token = await site.login();
  return {
    ...site,
    token,
    setBusy: (isBusy: boolean) => {
      state.isBusy = isBusy;
    },
    send: (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      site.request({ method, url, ...(payload && { payload }) }, token),
    expectTimeouts: (count: number) => {
      for (let n = 0; n < count; n += 1) site.expectLoggedError(new RegExp(`^${MESSAGE}`));
    },
  };
}

eachDialect((open) => {
  test('a save whose rendering times out is answered with 503, and nothing is changed', async () => {
    const site = await startBusy(open);
    const { id, slug } = await site.createPost(site.token, { content: '<p>One</p>' });
    const page = { title: 'Imprint', content: '<p>Two</p>' };
    site.setBusy(true);
    site.expectTimeouts(3);
    const changed = { ...postFields, content: '<p>Changed</p>' };
    const refused = [
      await site.send('POST', '/api/admin/posts', changed),
      await site.send('PUT', `/api/admin/posts/${id}`, changed),
      await site.send('POST', '/api/admin/pages', page),
    ];
    for (const response of refused) expectProblem(response, 503, { detail: SENTENCE });
    expect((await site.get(`/api/posts/${slug}`)).json()).toMatchObject({
      content: '<p>One</p>',
      version: 1,
    });
    expect((await site.get('/api/admin/posts', site.token)).json()).toHaveLength(1);
    expectProblem(await site.get('/api/pages/imprint'), 404);
    site.setBusy(false);
    expect((await site.send('PUT', `/api/admin/posts/${id}`, changed)).statusCode).toBe(200);
    expect((await site.send('POST', '/api/admin/pages', page)).statusCode).toBe(201);
  });

  test('a post whose rendering times out stays in the trash until it can be restored', async () => {
    const site = await startBusy(open);
    const { id, slug } = await site.createPost(site.token, { content: '<p>One</p>' });
    await site.send('DELETE', `/api/admin/posts/${id}`);
    site.setBusy(true);
    site.expectTimeouts(1);
    expectProblem(await site.send('POST', `/api/admin/trash/${id}/restore`), 503, {
      detail: SENTENCE,
    });
    expectProblem(await site.get(`/api/posts/${slug}`), 404);
    site.setBusy(false);
    expect((await site.send('POST', `/api/admin/trash/${id}/restore`)).statusCode).toBe(200);
    expect((await site.get(`/api/posts/${slug}`)).json().content).toBe('<p>One</p>');
  });

  test('a scheduled post whose rendering times out is published later', async () => {
    const { db, remove } = await open();
    onTestFinished(remove);
    onTestFinished(() => db.destroy());
    const { state, renderer } = createBusyRenderer();
    let now = new Date('2026-01-01T00:00:00.000Z');
    const posts = createPostsService(db, () => now, renderer);
    const publish_at = '2026-01-01T01:00:00.000Z';
    const post = { ...postFields, published: false, publish_at, content: '<p>One</p>' };
    const { id } = await posts.create(post);
    now = new Date('2026-01-01T02:00:00.000Z');
    state.isBusy = true;
    const failures: string[] = [];
    const publish = () =>
      posts.publishScheduled(new AbortController().signal, (_error, id) => failures.push(id));
    expect([await publish(), failures]).toEqual([0, [id]]);
    state.isBusy = false;
    now = new Date('2026-01-01T03:00:00.000Z');
    expect(await publish()).toBe(1);
    expect((await posts.findRendered(id))?.content).toBe('<p>One</p>');
  });

  test('working copies whose rendering times out are shown by their link later', async () => {
    const site = await startBusy(open);
    const { id } = await site.createPost(site.token, { published: false });
    await site.saveWorkingCopy(site.token, id, { content: '<p>Changed</p>' });
    const link = await site.send('POST', `/api/admin/posts/${id}/preview-links`, {});
    const url = `/api/preview/${link.json().url.split('/').at(-1)}`;
    site.setBusy(true);
    site.expectTimeouts(1);
    expectProblem(await site.get(url), 503, { detail: SENTENCE });
    site.setBusy(false);
    expect((await site.get(url)).json().content).toBe('<p>Changed</p>');
  });

  test('a post of an older renderer keeps its public HTML while rendering it again times out', async () => {
    const { db, remove } = await open();
    onTestFinished(remove);
    onTestFinished(() => db.destroy());
    const { state, renderer } = createBusyRenderer();
    const posts = createPostsService(db, () => new Date(), renderer);
    const { id } = await posts.create({ ...postFields, content: '<p>One</p>' });
    await db.updateTable('posts').set({ rendering: 0, public_content: 'old' }).execute();
    state.isBusy = true;
    await expect(posts.renderOutdated()).rejects.toThrow(MESSAGE);
    expect((await posts.findRendered(id))?.content).toBe('old');
    state.isBusy = false;
    expect(await posts.renderOutdated()).toBe(1);
    expect((await posts.findRendered(id))?.content).toBe('<p>One</p>');
  });
});
