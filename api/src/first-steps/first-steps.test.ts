import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstSteps } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { readConfig } from '../config/config.ts';
import { prepareStart } from '../start/start.ts';
import { rememberSamples } from './first-steps.service.ts';

type Open = Parameters<typeof startTestApp>[0];

function clientOf(site: TestApp, token: string) {
  const send = (method: 'POST' | 'DELETE', url: string) => site.request({ method, url }, token);
  return {
    token,
    steps: async (): Promise<FirstSteps> =>
      (await site.get('/api/admin/first-steps', token)).json(),
    isDone: async (step: string) =>
      (await site.get('/api/admin/first-steps', token))
        .json<FirstSteps>()
        .steps.find(({ name }) => name === step)?.done,
    dismiss: () => send('POST', '/api/admin/first-steps/dismiss'),
    async removeSamples(): Promise<{ removed: string[]; kept: number }> {
      const response = await send('DELETE', '/api/admin/sample-posts');
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async put(path: string, payload: object) {
      const request = { method: 'PUT', url: `/api/admin/${path}`, payload } as const;
      expect((await site.request(request, token)).statusCode).toBe(200);
    },
    async restore(id: string) {
      expect((await send('POST', `/api/admin/trash/${id}/restore`)).statusCode).toBe(200);
    },
  };
}

/** As after a first start with two sample posts and a sample draft, but faster. */
async function startFresh(open: Open, settings: Record<string, string> = {}) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const samples = [
    await site.createPost(token, { title: 'First Sample' }),
    await site.createPost(token, { title: 'Second Sample' }),
    await site.createPost(token, { title: 'Sample Draft', published: false }),
  ];
  await rememberSamples(
    site.db,
    samples.map(({ id, version }) => ({ id, version })),
  );
  const ids = samples.map(({ id }) => id);
  return { ...site, ...clientOf(site, token), ids };
}

eachDialect((open) => {
  test('after a first start, every step is open, and removing the samples takes all of them', async () => {
    const site = await startTestApp(open);
    await prepareStart(readConfig({ DATA_DIR: site.dataDir }), site.db);
    const { steps, removeSamples } = clientOf(site, await site.login());
    expect(await steps()).toEqual({
      steps: [
        { name: 'name_site', done: false },
        { name: 'own_address', done: false },
        { name: 'newsletter', done: false },
        { name: 'write_about', done: false },
        { name: 'remove_samples', done: false },
        { name: 'choose_view', done: false },
        { name: 'write_post', done: false },
        { name: 'make_backups', done: false },
        { name: 'statistics', done: false },
      ],
      dismissed: false,
    });
    expect((await site.get('/api/posts')).json()).toHaveLength(8);
    const { removed, kept } = await removeSamples();
    expect([removed.length, kept]).toEqual([9, 0]);
    expect((await site.get('/api/posts')).json()).toEqual([]);
    expect(await site.db.selectFrom('posts').selectAll().execute()).toEqual([]);
  });

  test('a blog that an earlier version started has no list, and no samples to remove', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.createPost(token);
    const { steps, removeSamples } = clientOf(site, token);
    expect(await steps()).toMatchObject({ dismissed: true });
    expect(await removeSamples()).toEqual({ removed: [], kept: 0 });
    expect((await site.get('/api/posts')).json()).toHaveLength(1);
  });

  test('without sample content there is nothing to remove', async () => {
    const site = await startTestApp(open);
    const settings = { DATA_DIR: site.dataDir, DEMO_CONTENT: 'false' };
    await prepareStart(readConfig(settings), site.db);
    const { isDone, steps } = clientOf(site, await site.login());
    expect(await isDone('remove_samples')).toBe(true);
    expect(await isDone('write_post')).toBe(false);
    expect((await steps()).dismissed).toBe(false);
  });

  test('removed samples come back from the trash as they were, and the step is open again', async () => {
    const site = await startFresh(open);
    const before = (await site.get('/api/admin/posts', site.token)).json();
    const { removed } = await site.removeSamples();
    expect(removed.toSorted()).toEqual(site.ids.toSorted());
    expect(await site.isDone('remove_samples')).toBe(true);
    expect(await site.removeSamples()).toEqual({ removed: [], kept: 0 });
    for (const id of removed) await site.restore(id);
    expect((await site.get('/api/admin/posts', site.token)).json()).toEqual(before);
    expect(await site.isDone('remove_samples')).toBe(false);
    expect((await site.removeSamples()).removed.toSorted()).toEqual(site.ids.toSorted());
  });

  test('a sample that was changed or is being edited is kept, and is the first post', async () => {
    const site = await startFresh(open);
    const [changed = '', edited = '', untouched = ''] = site.ids;
    expect(await site.isDone('write_post')).toBe(false);
    await site.updatePost(site.token, changed, { title: 'My Post' });
    expect(await site.isDone('write_post')).toBe(true);
    await site.saveWorkingCopy(site.token, edited, { title: 'Being edited' });
    expect(await site.isDone('remove_samples')).toBe(false);
    expect(await site.removeSamples()).toEqual({ removed: [untouched], kept: 2 });
    expect(await site.isDone('remove_samples')).toBe(true);
    expect(await site.isDone('write_post')).toBe(true);
  });

  test('a post of the owner is never removed', async () => {
    const site = await startFresh(open);
    const post = await site.createPost(site.token, { title: 'Mine', published: false });
    expect(await site.isDone('write_post')).toBe(true);
    await site.removeSamples();
    const left = (await site.get('/api/admin/posts', site.token)).json();
    expect(left).toMatchObject([{ id: post.id }]);
  });

  test('samples that cannot be moved to the trash all stay', async () => {
    const site = await startFresh(open);
    await site.db
      .insertInto('trashed_posts')
      .values({
        post_id: site.ids[2] ?? '',
        deleted_at: '2026-01-01T12:00:00.000Z',
        summary: '{}',
        snapshot: '{}',
      })
      .execute();
    site.expectLoggedError(/UNIQUE constraint|duplicate key/);
    const url = '/api/admin/sample-posts';
    expectProblem(await site.request({ method: 'DELETE', url }, site.token), 500);
    expect((await site.get('/api/admin/posts', site.token)).json()).toHaveLength(3);
  });

  test('dismissing is remembered', async () => {
    const site = await startFresh(open);
    expect((await site.steps()).dismissed).toBe(false);
    expect((await site.dismiss()).statusCode).toBe(204);
    expect((await site.dismiss()).statusCode).toBe(204);
    expect((await site.steps()).dismissed).toBe(true);
  });

  test('a name in the database or the environment names the site', async () => {
    const site = await startFresh(open);
    expect(await site.isDone('name_site')).toBe(false);
    await site.put('settings', { site_name: 'A Garden' });
    expect(await site.isDone('name_site')).toBe(true);
    const locked = await startFresh(open, { SITE_NAME: 'Longhand' });
    expect(await locked.isDone('name_site')).toBe(true);
  });

  test('address and links are one’s own when none is a placeholder, or the links are hidden', async () => {
    const site = await startFresh(open);
    const [instagram, ...others] = SITE_DEFAULTS.links;
    const own = { ...instagram, url: 'https://www.instagram.com/tom' };
    await site.put('settings', { contact_email: 'tom@example.org' });
    expect(await site.isDone('own_address')).toBe(false);
    await site.put('settings', { links: [own, ...others] });
    expect(await site.isDone('own_address')).toBe(false);
    // As the default, written in another way.
    await site.put('settings', { links: [own, { label: 'X', url: 'https://X.com' }] });
    expect(await site.isDone('own_address')).toBe(false);
    await site.put('settings', { links: [own] });
    expect(await site.isDone('own_address')).toBe(true);
    await site.put('settings', { links: [] });
    expect(await site.isDone('own_address')).toBe(true);
    await site.put('settings', { contact_email: null });
    expect(await site.isDone('own_address')).toBe(false);
  });

  test('the newsletter is done when its block is hidden', async () => {
    const site = await startFresh(open);
    await site.put('settings', { newsletter_shown: false });
    expect(await site.isDone('newsletter')).toBe(true);
    await site.put('settings', { newsletter_shown: null });
    expect(await site.isDone('newsletter')).toBe(false);
  });

  test('the newsletter is done when mail is set up', async () => {
    const mail = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'hello@example.com' };
    expect(await (await startFresh(open, mail)).isDone('newsletter')).toBe(true);
  });

  test('statistics are switched on by the setting', async () => {
    const site = await startFresh(open);
    await site.put('settings', { statistics: true });
    expect(await site.isDone('statistics')).toBe(true);
  });

  test('how one writes is chosen once the account has a view', async () => {
    const site = await startFresh(open);
    await site.put('account', { editor_view: 'visual' });
    expect(await site.isDone('choose_view')).toBe(true);
  });

  test('About is written once it has a text of its own', async () => {
    const site = await startFresh(open);
    const about = `pages/${BUILT_IN_PAGE_IDS.about}`;
    await site.put(about, { placement: 'footer' });
    expect(await site.isDone('write_about')).toBe(false);
    await site.put(about, { content: '<p>Me</p>' });
    expect(await site.isDone('write_about')).toBe(true);
  });

  test('backups are made once one was downloaded completely', async () => {
    const site = await startFresh(open);
    const tickets = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    const { url } = (await site.request(tickets, site.token)).json();
    expect(await site.isDone('make_backups')).toBe(false);
    expect((await site.get(url)).statusCode).toBe(200);
    await expect.poll(() => site.isDone('make_backups')).toBe(true);
  });

  test('backups are made if they are automatic, or if a file with one is there', async () => {
    const automatic = await startFresh(open, { BACKUP_EVERY: '1d' });
    expect(await automatic.isDone('make_backups')).toBe(true);
    const site = await startFresh(open);
    mkdirSync(join(site.dataDir, 'backups'), { recursive: true });
    writeFileSync(join(site.dataDir, 'backups', 'before-migration.sqlite'), '');
    expect(await site.isDone('make_backups')).toBe(false);
    writeFileSync(join(site.dataDir, 'backups', 'longhand-2026-01-01T12-00-00Z.tar.gz'), '');
    expect(await site.isDone('make_backups')).toBe(true);
  });

  test('all calls need a session', async () => {
    const { get, request } = await startTestApp(open);
    expectProblem(await get('/api/admin/first-steps'), 401);
    expectProblem(await request({ method: 'POST', url: '/api/admin/first-steps/dismiss' }), 401);
    expectProblem(await request({ method: 'DELETE', url: '/api/admin/sample-posts' }), 401);
  });
});
