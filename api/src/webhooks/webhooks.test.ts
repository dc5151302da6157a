import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookDelivery } from '@longhand/contract/webhooks';
import { expect, test } from 'vitest';
import { eachDialect, onSqlite } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
} from '../../../test-support/webhook-receiver.ts';
import { readConfig } from '../config/config.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

type Open = Parameters<typeof startTestApp>[0];
type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

const HOUR = 3_600_000;
const ALL = ['post.published', 'post.changed', 'post.removed'];
const PRIVATE = { WEBHOOK_PRIVATE_ADDRESSES: 'true', SITE_URL: 'https://blog.example' };

async function startBlog(open: Open, settings: Record<string, string> = PRIVATE) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const add = (payload: object) =>
    site.request({ method: 'POST', url: '/api/admin/webhooks', payload }, token);
  return {
    ...site,
    ...{ token, add },
    async addWebhook({ url }: Pick<Receiver, 'url'>, events = ALL) {
      const response = await add({ url, events });
      expect(response.statusCode, response.body).toBe(201);
      return response.json() as { id: string; secret: string };
    },
    deliveries: async (id: string): Promise<WebhookDelivery[]> =>
      (await site.get(`/api/admin/webhooks/${id}/deliveries`, token)).json(),
    remove: (url: string) => site.request({ method: 'DELETE', url: `/api/admin/${url}` }, token),
    givenUp: async () =>
      (await site.get('/api/admin/events?kind=webhook.given_up', token)).json().events,
    async work(): Promise<void> {
      await site.app.scheduler.tick();
      await site.app.scheduler.tick();
    },
  };
}

type Blog = Awaited<ReturnType<typeof startBlog>>;

/** Written from https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md alone. */
function verify({ headers, body }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((candidate) => {
      const [version, signature = ''] = candidate.split(',');
      const given = Buffer.from(signature, 'base64');
      return (
        version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
      );
    });
}

/** With a time limit and a name server of the test. */
function jobOf(
  { db }: Blog,
  now: () => Date,
  options: Partial<Parameters<typeof deliverWebhooks>[0]> = {},
) {
  const { run } = deliverWebhooks({ db, clock: now, config: readConfig(PRIVATE), ...options });
  return (signal = new AbortController().signal) => run(signal);
}

const NOON = Date.parse('2026-01-01T12:00:00.000Z');

eachDialect((open) => {
  test('readers’ changes are sent, signed, and nothing else is', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id, secret } = await blog.addWebhook(receiver);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const draft = await blog.createPost(blog.token, { title: 'Grüße', published: false });
    const change = (fields: object) =>
      blog.updatePost(blog.token, draft.id, { title: 'Grüße', ...fields });
    await change({ content: '<p>still a draft</p>', published: false });
    await change({});
    await change({});
    await change({ content: '<p>other</p>' });
    await change({ content: '<p>other</p>', published: false });
    await change({ content: '<p>other</p>', slug: 'hello' });
    await blog.remove(`posts/${draft.id}`);
    const restore = { method: 'POST', url: `/api/admin/trash/${draft.id}/restore` } as const;
    await blog.request(restore, blog.token);
    await blog.work();
    expect(receiver.types()).toEqual([
      ...['post.published', 'post.changed', 'post.removed'],
      ...['post.published', 'post.removed', 'post.published'],
    ]);
    const data = { id: draft.id, slug: 'grusse', title: 'Grüße' };
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      type: 'post.published',
      timestamp: '2026-01-01T12:00:00.000Z',
      data: { ...data, url: 'https://blog.example/blog/grusse' },
    });
    expect(JSON.parse(receiver.received[4]?.body ?? '').data.slug).toBe('hello');
    for (const message of receiver.received) {
      expect(verify(message, secret)).toBe(true);
      expect(verify({ ...message, body: `${message.body} ` }, secret)).toBe(false);
      expect(message.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-timestamp': String(NOON / 1_000),
      });
    }
    expect(await blog.deliveries(id)).toMatchObject(
      receiver.received.toReversed().map(({ headers }) => ({
        ...{ id: headers['webhook-id'], state: 'delivered', attempts: 1 },
        ...{ status: 204, error: null },
      })),
    );
  });

  test('a webhook gets the events that it asks for, also of a schedule', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    await blog.addWebhook(receiver, ['post.published', 'post.published']);
    const post = await blog.createPost(blog.token, { publish_at: '2026-01-01T13:00:00.000Z' });
    await blog.work();
    expect(receiver.received).toEqual([]);
    blog.passTime(HOUR);
    await blog.work();
    await blog.work();
    await blog.updatePost(blog.token, post.id, { title: 'Another' });
    await blog.work();
    expect(receiver.types()).toEqual(['post.published']);
  });

  test('the list has no secret, and a deleted webhook gets nothing any more', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id, secret } = await blog.addWebhook(receiver);
    const list = await blog.get('/api/admin/webhooks', blog.token);
    expect(list.json()).toEqual([
      { id, url: receiver.url, events: ALL, created_at: '2026-01-01T12:00:00.000Z' },
    ]);
    expect(list.body).not.toContain(secret);
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await blog.createPost(blog.token);
    await blog.work();
    expect((await blog.remove(`webhooks/${id}`)).statusCode).toBe(204);
    expectProblem(await blog.remove(`webhooks/${id}`), 404);
    expectProblem(await blog.get(`/api/admin/webhooks/${id}/deliveries`, blog.token), 404);
    blog.passTime(HOUR);
    await blog.work();
    expect(receiver.received).toHaveLength(1);
    expect(await blog.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
  });

  test('a receiver that fails gets the same message again within 20 seconds, until it accepts', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id, secret } = await blog.addWebhook(receiver, ['post.published']);
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    await blog.createPost(blog.token);
    await blog.work();
    expect(await blog.deliveries(id)).toMatchObject([
      { state: 'pending', attempts: 1, status: 503, error: 'The receiver answered 503.' },
    ]);
    receiver.answer = (_request, response) => void response.writeHead(200).end('thanks');
    blog.passTime(20_000);
    await blog.work();
    expect(await blog.deliveries(id)).toMatchObject([
      { state: 'delivered', attempts: 2, status: 200, error: null },
    ]);
    const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expect([first, second].map((message) => verify(message, secret))).toEqual([true, true]);
  });

  test('a receiver that is gone for a day is given up, with a line in the log', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id } = await blog.addWebhook(receiver, ['post.published']);
    await receiver.close();
    await blog.createPost(blog.token);
    let hours = 0;
    for (; hours < 30; hours += 1) {
      await blog.work();
      const [delivery] = await blog.deliveries(id);
      if (delivery?.state === 'given_up') break;
      blog.passTime(HOUR);
    }
    expect(hours).toBeGreaterThan(12);
    expect(hours).toBeLessThan(25);
    const [delivery] = await blog.deliveries(id);
    expect(delivery).toMatchObject({
      ...{ state: 'given_up', status: null, error: 'The receiver refused the connection.' },
    });
    expect(await blog.givenUp()).toMatchObject([
      { actor: 'system', subject: id, detail: `post.published, ${delivery?.attempts} attempts` },
    ]);
    const attempts = delivery?.attempts ?? 0;
    blog.passTime(24 * HOUR);
    await blog.work();
    expect(await blog.deliveries(id)).toMatchObject([{ state: 'given_up', attempts }]);
  });

  test('a message is tried several times, also after this server was away for a day', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id } = await blog.addWebhook(receiver, ['post.published']);
    await receiver.close();
    await blog.createPost(blog.token);
    for (let attempts = 1; attempts < 5; attempts += 1) {
      blog.passTime(25 * HOUR);
      await blog.work();
      expect(await blog.deliveries(id)).toMatchObject([{ state: 'pending', attempts }]);
    }
    blog.passTime(25 * HOUR);
    await blog.work();
    expect(await blog.deliveries(id)).toMatchObject([{ state: 'given_up', attempts: 5 }]);
  });

  test('many processes send a message once', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    await blog.addWebhook(receiver, ['post.published']);
    // The app's own job finds nothing due, because its clock is earlier.
    const now = () => new Date(NOON + 1_000);
    const insert = Array.from({ length: 10 }, (_, n) => ({
      ...{ id: `message-${n}`, event: 'post.published' as const, state: 'pending' as const },
      ...{ post: JSON.stringify({ id: 'x', slug: `post-${n}`, title: 'Post' }), attempts: 0 },
      ...{ created_at: now().toISOString(), next_try_at: now().toISOString() },
    }));
    const [{ id: webhook_id = '' } = {}] = (
      await blog.get('/api/admin/webhooks', blog.token)
    ).json();
    await blog.db
      .insertInto('webhook_deliveries')
      .values(insert.map((row) => ({ ...row, webhook_id })))
      .execute();
    const jobs = Array.from({ length: 3 }, () => jobOf(blog, now));
    await Promise.all(jobs.map((run) => run()));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.toSorted()).toEqual(insert.map(({ id }) => id));
  });

  test('publishing waits for no receiver, and a slow one does not delay the others', async () => {
    const blog = await startBlog(open);
    const [slow, fast] = [await startWebhookReceiver(), await startWebhookReceiver()];
    const { id } = await blog.addWebhook(slow);
    await blog.addWebhook(fast);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    slow.answer = (_request, response) => void released.then(() => response.writeHead(204).end());
    await blog.createPost(blog.token);
    await expect.poll(() => slow.received.length).toBe(1);
    await blog.createPost(blog.token);
    await blog.createPost(blog.token);
    await expect.poll(() => fast.received.length).toBe(3);
    expect((await blog.deliveries(id)).map(({ state }) => state)).toEqual(Array(3).fill('pending'));
    expect(slow.received).toHaveLength(1);
    release();
    await expect.poll(() => slow.received.length).toBe(3);
  });

  test('a message that a stopped process had in hand is sent by the next one', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id } = await blog.addWebhook(receiver, ['post.published']);
    receiver.answer = () => {};
    await blog.createPost(blog.token);
    await expect.poll(() => receiver.received.length).toBe(1);
    await blog.db.updateTable('webhook_deliveries').set({ next_try_at: null }).execute();
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    // As if the process had been killed: its claim ends.
    const next_try_at = new Date(NOON + 30_000).toISOString();
    await blog.db.updateTable('webhook_deliveries').set({ next_try_at, attempts: 1 }).execute();
    await jobOf(blog, () => new Date(NOON + 30_000))();
    expect(receiver.received).toHaveLength(2);
    expect(await blog.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });
});

onSqlite((open) => {
  /** Sends one message with a short time limit. */
  async function sendOnce(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    options: Partial<Parameters<typeof deliverWebhooks>[0]> = {},
  ) {
    const blog = await startBlog(open, PRIVATE);
    const receiver = await startWebhookReceiver();
    receiver.answer = answer;
    const { id } = await blog.addWebhook(receiver, ['post.published']);
    await blog.app.scheduler.close();
    await blog.createPost(blog.token);
    await jobOf(blog, () => new Date(NOON), options)();
    const [delivery] = await blog.deliveries(id);
    return { blog, receiver, delivery };
  }

  test('a receiver that does not answer in time has failed', async () => {
    const { delivery } = await sendOnce(() => {}, { timeoutMs: 50 });
    expect(delivery).toMatchObject({
      ...{ state: 'pending', status: null, error: 'The receiver did not answer in time.' },
    });
  });

  test('a receiver that never ends its answer has failed', async () => {
    const { delivery } = await sendOnce(
      (_request, response) => void response.writeHead(200).write('a'),
      {
        timeoutMs: 200,
      },
    );
    expect(delivery).toMatchObject({
      state: 'pending',
      error: 'The receiver did not answer in time.',
    });
  });

  test('a URL is read as browsers do', async () => {
    const { url, close } = await startWebhookReceiver();
    await close();
    const blog = await startBlog(open);
    const { id } = await blog.addWebhook({ url: url.replace('http:', ' HTTPS:') });
    await blog.app.scheduler.close();
    await blog.createPost(blog.token);
    await jobOf(blog, () => new Date(NOON))();
    const error = 'The receiver refused the connection.';
    expect(await blog.deliveries(id)).toMatchObject([{ error }]);
  });

  test('of an answer of 100 MB, little is read', async () => {
    let written = 0;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { delivery } = await sendOnce((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'a');
      response.writeHead(200).on('close', resolve);
      const write = () => {
        while (written < 100 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    });
    await closed;
    expect(delivery).toMatchObject({ state: 'delivered', status: 200 });
    expect(written).toBeLessThan(20 * 1024 * 1024);
  });

  test('a redirect is a failure, and is not followed', async () => {
    const other = await startWebhookReceiver();
    const { delivery } = await sendOnce(
      (_request, response) => void response.writeHead(307, { location: other.url }).end(),
    );
    expect(delivery).toMatchObject({
      ...{ state: 'pending', status: 307 },
      error: 'The receiver answered 307. Redirects are not followed.',
    });
    expect(other.received).toEqual([]);
  });

  test.each([101, 400, 404, 410, 500])('the answer %s is a failure', async (status) => {
    const { delivery } = await sendOnce(
      (_request, response) =>
        void response
          .writeHead(status, status === 101 ? { connection: 'upgrade', upgrade: 'x' } : {})
          .end(),
    );
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test('a name is looked up at each sending, and what was checked is what is connected to', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const url = `http://receiver.example:${receiver.port}/hook`;
    const { id } = await blog.addWebhook({ url }, ['post.published']);
    await blog.app.scheduler.close();
    await blog.createPost(blog.token);
    const answers = [[], [{ address: '127.0.0.1', family: 4 }]];
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    };
    await jobOf(blog, () => new Date(NOON), { resolve })();
    expect(await blog.deliveries(id)).toMatchObject([
      { state: 'pending', error: 'The name of the receiver leads to a private address.' },
    ]);
    expect(receiver.received).toEqual([]);
    await jobOf(blog, () => new Date(NOON + 20_000), { resolve })();
    expect(asked).toEqual(['receiver.example', 'receiver.example']);
    expect(receiver.received[0]?.headers.host).toBe(`receiver.example:${receiver.port}`);
  });

  test('without WEBHOOK_PRIVATE_ADDRESSES, nothing is sent to this machine', async () => {
    const blog = await startBlog(open);
    const receiver = await startWebhookReceiver();
    const { id } = await blog.addWebhook(receiver, ['post.published']);
    await blog.app.scheduler.close();
    await blog.createPost(blog.token);
    await jobOf(blog, () => new Date(NOON), { config: readConfig({}) })();
    expect(await blog.deliveries(id)).toMatchObject([{ state: 'pending', status: null }]);
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ...[
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://2130706433/',
      'https://localhost/',
      'http://a.localhost./',
    ],
    ...[
      'http://10.0.0.1/',
      'http://172.16.3.4/',
      'http://192.168.1.1:8080/',
      'http://169.254.169.254/latest',
    ],
    ...['http://[::1]/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[::ffff:127.0.0.1]/'],
    ...[
      'http://0.0.0.0/',
      'http://100.64.0.1/',
      'http://224.0.0.1/',
      'http://240.0.0.1/',
      'http://[64:ff9b::7f00:1]/',
    ],
    ...[
      'ftp://example.com/',
      'javascript:alert(1)',
      'example.com',
      '',
      'https://user:password@example.com/',
    ],
  ])('%j is refused', async (url) => {
    const blog = await startBlog(open, {});
    const response = await blog.add({ url, events: ALL });
    expectProblem(response, 400, { errors: { url: [expect.any(String)] } });
  });

  test.each([[[]], [['post.read']], ['post.changed'], [undefined]])(
    'the events %j are refused',
    async (events) => {
      const blog = await startBlog(open);
      expectProblem(await blog.add({ url: 'https://example.com/', events }), 400);
    },
  );

  test('there are at most twenty', async () => {
    const blog = await startBlog(open);
    for (let n = 0; n < 20; n += 1) await blog.addWebhook({ url: `https://example.com/${n}` });
    expectProblem(await blog.add({ url: 'https://example.com/', events: ALL }), 400);
  });
});
