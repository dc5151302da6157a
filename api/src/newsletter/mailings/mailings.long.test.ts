import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startNewsletter } from '../../../../test-support/newsletter.ts';
import { addSubscribers } from '../../../../test-support/subscribers.ts';
import { expectProblem } from '../../../../test-support/test-app.ts';

const [ANN, BOB, CAT] = ['ann@example.com', 'bob@example.com', 'cat@example.com'] as const;
const HOUR = 3_600_000;
const IN_AN_HOUR = '2026-01-01T13:00:00.000Z';
const SOME_ID = '018f3c5e-0000-7000-8000-000000000001';

eachDialect((open) => {
  test('a public post goes once to each who is subscribed', async () => {
    const site = await startNewsletter(open, [ANN, BOB, CAT]);
    await site.db
      .updateTable('subscribers')
      .set({ state: 'waiting' })
      .where('email', '=', CAT)
      .execute();
    const { id: post_id } = await site.createPost(site.token, { title: 'Grüße' });
    const response = await site.send(post_id);
    expect(response.statusCode).toBe(202);
    const { id } = response.json();
    expect(await site.find(id)).toMatchObject({ state: 'sending', recipients: 2, pending: 2 });
    await addSubscribers(site.db, 'late@example.com');
    await site.work();
    expect(site.recipients()).toEqual([ANN, BOB]);
    expect(site.server.mails[0]).toMatchObject({ subject: 'Grüße', from: { name: 'Blog' } });
    expect(await site.find(id)).toEqual({
      ...{
        id,
        post_id,
        title: 'Grüße',
        state: 'done',
        recipients: 2,
        sent: 2,
        failed: 0,
        pending: 0,
      },
      ...{ skipped: 0, in_flight: [], failures: [], problem: null },
      ...{ created_at: '2026-01-01T12:00:00.000Z', ended_at: '2026-01-01T12:00:00.000Z' },
    });
    expectProblem(await site.send(post_id), 409, { title: 'This post has already been sent' });
    await site.updatePost(site.token, post_id, { published: false });
    await site.updatePost(site.token, post_id, { published: true });
    expectProblem(await site.send(post_id), 409);
    await site.work();
    expect(site.server.mails).toHaveLength(2);
  });

  test('only a public post that exists can be sent', async () => {
    const site = await startNewsletter(open, [ANN]);
    const { id } = await site.createPost(site.token, { published: false });
    expectProblem(await site.send(id), 409, {
      detail: expect.stringContaining('Publish it first'),
    });
    expectProblem(await site.send(SOME_ID), 404);
    expectProblem(await site.post('mailings', {}), 400);
  });

  test('without a mail server nothing is sent, and the lists answer', async () => {
    const site = await startNewsletter(open, [ANN], { SMTP_URL: '', MAIL_FROM: '' });
    const { id } = await site.createPost(site.token);
    expectProblem(await site.send(id), 409, { title: 'Email is not set up' });
    expectProblem(await site.post('mailings/test', { post_id: id }), 409);
    expect((await site.get('/api/admin/mailings', site.token)).json()).toEqual([]);
    const planned = { publish_at: IN_AN_HOUR, send_when_published: true };
    await site.createPost(site.token, planned);
    site.passTime(HOUR);
    site.expectLoggedError('a post was published, but not sent: mail is not set up');
    await site.work();
    expect(await site.db.selectFrom('mailings').selectAll().execute()).toEqual([]);
  });

  test('who leaves while a mailing is under way gets no mail', async () => {
    const site = await startNewsletter(open, [ANN, BOB, CAT], { MAIL_CONNECTIONS: '1' });
    const id = await site.startMailing();
    site.server.behave(async (step) => {
      if (step !== 'message' || site.server.mails.length > 0) return;
      const rest = site.db.updateTable('subscribers').set({ state: 'unsubscribed' });
      const pending = site.db
        .selectFrom('mailing_recipients')
        .select('subscriber_id')
        .where('state', '=', 'pending');
      await rest.where('id', 'in', pending).execute();
    });
    await site.work();
    expect(site.server.mails).toHaveLength(1);
    expect(await site.find(id)).toMatchObject({ state: 'done', sent: 1, skipped: 2, pending: 0 });
  });

  test('one who was deleted for good is skipped, and a post that was deleted is sent', async () => {
    const site = await startNewsletter(open, [ANN, BOB]);
    const id = await site.startMailing();
    await site.db.deleteFrom('subscribers').where('email', '=', BOB).execute();
    const { post_id } = await site.find(id);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${post_id}` }, site.token);
    await site.work();
    expect(site.recipients()).toEqual([ANN]);
    expect(await site.find(id)).toMatchObject({ state: 'done', sent: 1, skipped: 1 });
  });

  test('a mailing is paused, resumed and cancelled', async () => {
    const site = await startNewsletter(open, [ANN, BOB]);
    const id = await site.startMailing();
    const change = async (to: string) => (await site.post(`mailings/${id}/${to}`)).json();
    expect(await change('pause')).toMatchObject({ id, state: 'paused', pending: 2 });
    expect(await change('pause')).toMatchObject({ state: 'paused' });
    await site.work();
    expect(site.server.mails).toEqual([]);
    expect(await change('resume')).toMatchObject({ state: 'sending' });
    await site.work();
    expect(site.server.mails).toHaveLength(2);
    for (const name of ['pause', 'resume', 'cancel'])
      expectProblem(await site.post(`mailings/${id}/${name}`), 409);
    const other = await site.startMailing();
    const cancelled = await site.post(`mailings/${other}/cancel`);
    expect(cancelled.json()).toMatchObject({ state: 'cancelled', pending: 2, sent: 0 });
    expect((await site.post(`mailings/${other}/cancel`)).statusCode).toBe(200);
    for (const name of ['pause', 'resume'])
      expectProblem(await site.post(`mailings/${other}/${name}`), 409);
    await site.work();
    expect(site.server.mails).toHaveLength(2);
  });

  test('a scheduled post is sent when it is published, and only once', async () => {
    const site = await startNewsletter(open, [ANN]);
    const planned = { publish_at: IN_AN_HOUR, send_when_published: true };
    const { id }: Post = await site.createPost(site.token, { title: 'Planned', ...planned });
    await site.createPost(site.token, { title: 'Quiet', publish_at: IN_AN_HOUR });
    site.passTime(HOUR);
    await site.work();
    await site.work();
    expect(site.server.mails.map(({ subject }) => subject)).toEqual(['Planned']);
    expect(site.server.mails[0]?.html).toContain('January 1, 2026');
    const again = { publish_at: '2026-01-01T14:00:00.000Z', send_when_published: true };
    await site.updatePost(site.token, id, again);
    site.passTime(HOUR);
    await site.work();
    expect((await site.get('/api/posts/planned')).statusCode).toBe(200);
    expect(site.server.mails).toHaveLength(1);
    expectProblem(await site.send(id), 409);
  });

  test('the owner sees the mail, and gets a test of it', async () => {
    const site = await startNewsletter(open, [ANN, BOB]);
    const { id } = await site.createPost(site.token, { title: 'Draft', published: false });
    const preview = async () =>
      (await site.get(`/api/admin/mailings/preview?post_id=${id}`, site.token)).json();
    expect(await preview()).toMatchObject({
      ...{ subject: 'Draft', preheader: 'Its excerpt', recipients: 2, mailing: null },
      html: expect.stringContaining('Its content'),
      text: expect.stringContaining('Its content'),
    });
    expect((await site.post('mailings/test', { post_id: id })).json()).toEqual({
      to: 'blog@example.org',
    });
    const to = 'me@example.com';
    expect((await site.post('mailings/test', { post_id: id, to })).json()).toEqual({ to });
    expect(site.recipients()).toEqual(['blog@example.org', to]);
    site.server.behave((step) => (step === 'recipient' ? '550 5.7.1 Not today' : undefined));
    site.expectLoggedError(/Not today/);
    expectProblem(await site.post('mailings/test', { post_id: id }), 502, {
      detail: expect.stringContaining('Not today'),
    });
    await site.updatePost(site.token, id, { title: 'Draft', published: true });
    const mailing = (await site.send(id)).json().id;
    expect((await preview()).mailing).toMatchObject({ id: mailing });
    await site.post(`mailings/${mailing}/cancel`);
  });

  test('an id of no mailing is not found, whatever it looks like', async () => {
    const { get, post, token } = await startNewsletter(open);
    for (const id of ['nope', SOME_ID]) {
      expectProblem(await get(`/api/admin/mailings/${id}`, token), 404);
      for (const change of ['pause', 'resume', 'cancel'])
        expectProblem(await post(`mailings/${id}/${change}`), 404);
    }
  });

  test('mailings are listed, the newest first, in parts', async () => {
    const site = await startNewsletter(open, [ANN]);
    for (let n = 0; n < 21; n += 1) await site.startMailing({ title: `Post ${n}` });
    await site.work();
    const first = await site.get('/api/admin/mailings', site.token);
    expect(first.json()).toHaveLength(20);
    expect(first.json()[0]).toMatchObject({ title: 'Post 20', state: 'done', sent: 1 });
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const rest = await site.get(next, site.token);
    expect(rest.json()).toMatchObject([{ title: 'Post 0' }]);
    expect(rest.headers.link).toBeUndefined();
  });
});
