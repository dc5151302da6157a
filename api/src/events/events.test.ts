import type { Event } from '@longhand/contract/events';
import { expect, test } from 'vitest';
import { eachDialect, onSqlite } from '../../../test-support/dialects.ts';
import { startNewsletter } from '../../../test-support/newsletter.ts';
import {
  expectProblem,
  PASSWORD,
  postFields,
  startTestApp,
} from '../../../test-support/test-app.ts';
import { rememberSamples } from '../first-steps/first-steps.service.ts';
import { createEventsService, startOfDay } from './events.service.ts';
import { runWithOrigin } from './origin.ts';
import { recordEvent } from './record-event.ts';

const HOUR = 3_600_000;
const SECRET_WORDS = ['Zebrafinch', 'Quokkatext', 'Narwhalname'];
const [TITLE = '', TEXT = '', NAME = ''] = SECRET_WORDS;
const IMPORTED = `# ${TITLE}\n\n${TEXT}\n`;

type Client = { get: (url: string, token: string) => Promise<{ json: () => unknown }> };

async function readEvents({ get }: Client, token: string, query = ''): Promise<Event[]> {
  const response = await get(`/api/admin/events${query}`, token);
  return (response.json() as { events: Event[] }).events;
}

const RECORDED_HERE = /^(settings|post|backup|import|mailing|webhook)\./;

eachDialect((open) => {
  test('every change is one entry, without any text, name, secret or address', async () => {
    const site = await startNewsletter(open, ['ann@example.com']);
    const { token, request } = site;
    const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const response = await request(
        {
          ...{ method, url: `/api/admin/${url}`, remoteAddress: '203.0.113.77' },
          ...(payload && { payload }),
        },
        token,
      );
      expect(response.statusCode, response.body).toBeLessThan(300);
      return response;
    };
    const expected: Partial<Event>[] = [];
    const by = { actor: 'owner', address: '203.0.113.0/24' } as const;
    const expectNew = async (...events: Partial<Event>[]) => {
      expected.push(...events);
      const all = (await readEvents(site, token, '?limit=200'))
        .filter(({ kind }) => RECORDED_HERE.test(kind))
        .toReversed();
      expect(all).toMatchObject(expected);
    };

    await send('PUT', 'settings', { site_name: NAME, site_description: NAME });
    await expectNew({ ...by, kind: 'settings.changed', detail: 'site_description, site_name' });
    await send('PUT', 'settings', { site_name: NAME });
    await expectNew();

    const fields = { ...postFields, title: TITLE, content: `<p>${TEXT}</p>` };
    const draft = await send('POST', 'posts', { ...fields, published: false });
    await expectNew();
    const { id: subject } = draft.json();
    await send('PUT', `posts/${subject}`, { ...fields, published: true });
    await expectNew({ ...by, kind: 'post.published', subject, detail: null });
    await send('PUT', `posts/${subject}`, { ...fields, content: `<p>${TEXT} again</p>` });
    await expectNew();
    await send('POST', 'posts/bulk', { ids: [subject], change: { kind: 'unpublish' } });
    await expectNew({ ...by, kind: 'post.unpublished', subject });
    await send('POST', 'posts/bulk', { ids: [subject], change: { kind: 'unpublish' } });
    await expectNew();
    await send('POST', 'posts/bulk', { ids: [subject], change: { kind: 'delete' } });
    await expectNew({ ...by, kind: 'post.deleted', subject, detail: 'draft' });
    await send('POST', `trash/${subject}/restore`);
    await expectNew({ ...by, kind: 'post.restored', subject, detail: 'draft' });
    await send('PUT', `posts/${subject}`, { ...fields, publish_at: '2026-01-01T13:00:00.000Z' });
    await expectNew();
    site.passTime(HOUR);
    await site.work();
    await expectNew({ actor: 'system', address: null, kind: 'post.published', subject });

    const mailing = await send('POST', 'mailings', { post_id: subject });
    expect(mailing.statusCode).toBe(202);
    await expectNew({ ...by, kind: 'mailing.started', subject });
    await send('DELETE', `posts/${subject}`);
    await send('DELETE', `trash/${subject}`);
    await expectNew(
      { ...by, kind: 'post.deleted', subject, detail: 'public' },
      { ...by, kind: 'post.deleted', subject, detail: 'for good' },
    );

    const sample = (await send('POST', 'posts', fields)).json();
    await rememberSamples(site.db, [{ id: sample.id, version: sample.version }]);
    await send('DELETE', 'sample-posts');
    await expectNew(
      { ...by, kind: 'post.published', subject: sample.id },
      { ...by, kind: 'post.deleted', subject: sample.id },
    );

    const { url } = (await send('POST', 'backup-tickets')).json();
    await expectNew();
    expect((await request({ url, remoteAddress: '203.0.113.77' })).statusCode).toBe(200);
    await expectNew({ ...by, kind: 'backup.made', subject: null, detail: 'download' });

    const hook = { url: `https://receiver.example/${NAME}`, events: ['post.published'] };
    const webhook = (await send('POST', 'webhooks', hook)).json();
    await send('DELETE', `webhooks/${webhook.id}`);
    await expectNew(
      { ...by, kind: 'webhook.created', subject: webhook.id, detail: null },
      { ...by, kind: 'webhook.deleted', subject: webhook.id, detail: null },
    );

    const upload = await request(
      {
        ...{ method: 'POST', url: '/api/admin/imports?name=post.md', payload: IMPORTED },
        ...{ headers: { 'content-type': 'application/octet-stream' } },
        remoteAddress: '203.0.113.77',
      },
      token,
    );
    const run = `imports/${upload.json().id}`;
    const stateOf = async () => (await site.get(`/api/admin/${run}`, token)).json().state;
    await expect.poll(stateOf, { timeout: 120_000 }).toBe('ready');
    await expectNew();
    await send('POST', `${run}/start`, { fetch_pictures: false });
    await expect.poll(stateOf, { timeout: 120_000 }).toBe('done');
    await expectNew({ ...by, kind: 'import.finished', detail: 'markdown: 1 posts, 0 pages' });

    const rows = JSON.stringify(await site.db.selectFrom('events').selectAll().execute());
    for (const secret of [...SECRET_WORDS, PASSWORD, token, webhook.secret, '203.0.113.77'])
      expect(rows.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('what is refused leaves no entry, and a change that is undone leaves none', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const before = await readEvents(site, token);
    const refuse = async (method: 'POST' | 'PUT', url: string, payload: object, status: number) =>
      expectProblem(
        await site.request({ method, url: `/api/admin/${url}`, payload }, token),
        status,
      );
    await refuse('POST', 'posts', { ...postFields, title: '' }, 400);
    await refuse('PUT', 'posts/018f3c5e-0000-7000-8000-000000000001', postFields, 404);
    await refuse('PUT', 'settings', { time_zone: 'Nowhere' }, 400);
    await refuse('POST', 'webhooks', { url: 'https://127.0.0.1/', events: ['post.changed'] }, 400);
    const undone = site.db.transaction().execute(async (trx) => {
      await recordEvent(trx, () => new Date(), { kind: 'post.published' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await readEvents(site, token)).toEqual(before);
  });

  test('the list is filtered, and read in parts', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const clock =
      (day: number, hour = 12) =>
      () =>
        new Date(Date.UTC(2026, 5, day, hour));
    for (let day = 1; day <= 5; day += 1)
      await recordEvent(site.db, clock(day), { kind: 'settings.changed', detail: String(day) });
    await recordEvent(site.db, clock(3), { kind: 'backup.made' });
    const days = async (query: string) =>
      (await readEvents(site, token, `?kind=settings.changed&${query}`)).map(
        ({ detail }) => detail,
      );
    expect(await days('')).toEqual(['5', '4', '3', '2', '1']);
    expect(await days('from=2026-06-02&to=2026-06-04')).toEqual(['4', '3', '2']);
    expect(await days('from=2026-06-02T12:00:00Z&to=2026-06-04T12:00:00%2B01:00')).toEqual([
      '3',
      '2',
    ]);
    const parts: (string | null)[][] = [];
    for (let before = ''; ; ) {
      const url = `/api/admin/events?kind=settings.changed&limit=2${before}`;
      const { events, next } = (await site.get(url, token)).json();
      parts.push(events.map(({ detail }: Event) => detail));
      if (next === null) break;
      before = `&before=${next}`;
    }
    expect(parts).toEqual([['5', '4'], ['3', '2'], ['1']]);
    for (const query of [
      ...['kind=post.read', 'from=yesterday', 'to=2026-02-30', 'from=2026-06-02T12:00', 'limit=0'],
      ...['limit=201', 'limit=many', 'before=1', 'kind=backup.made&kind=backup.made'],
    ])
      expectProblem(await site.get(`/api/admin/events?${query}`, token), 400);
    expectProblem(await site.get('/api/admin/events'), 401);
  });

  test('a date is a day in the time zone of the site', async () => {
    const site = await startTestApp(open, { SITE_TIMEZONE: 'Asia/Tokyo' });
    const token = await site.login();
    const at = (time: string) => () => new Date(time);
    for (const time of ['2026-06-01T14:59:59.999Z', '2026-06-01T15:00:00Z', '2026-06-02T14:59:59Z'])
      await recordEvent(site.db, at(time), { kind: 'settings.changed' });
    const found = await readEvents(site, token, '?from=2026-06-02&to=2026-06-02');
    expect(found.map(({ at }) => at)).toEqual([
      '2026-06-02T14:59:59.000Z',
      '2026-06-01T15:00:00.000Z',
    ]);
    // A date field has the first of these after one digit of the year was typed.
    for (const year of ['0002', '0020', '0202', '0000', '9999']) {
      const [before, after] = year === '9999' ? ['to', 'from'] : ['from', 'to'];
      expect(await readEvents(site, token, `?${before}=${year}-12-31`)).toHaveLength(4);
      expect(await readEvents(site, token, `?${after}=${year}-12-31`)).toEqual([]);
    }
  });

  test('entries are deleted after a year, in batches', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const kind = 'settings.changed';
    await site.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 250; n += 1)
        await recordEvent(trx, () => new Date('2026-01-01T12:00:00Z'), { kind });
      await recordEvent(trx, () => new Date('2026-01-02T12:00:00Z'), { kind, detail: 'later' });
    });
    const deleteAt = (time: string) =>
      createEventsService({
        ...{ db: site.db, clock: () => new Date(time), readTimeZone: async () => 'UTC' },
      }).deleteOld();
    expect(await deleteAt('2027-01-01T12:00:00Z')).toBe(0);
    // With the login of the test.
    expect(await deleteAt('2027-01-01T12:00:01Z')).toBe(251);
    expect(await readEvents(site, token, `?kind=${kind}`)).toMatchObject([{ detail: 'later' }]);
  });

  test('a flood of failed logins is counted in few entries', async () => {
    const site = await startTestApp(open);
    let now = Date.parse('2026-01-01T12:00:00Z');
    const fail = (address: string) =>
      runWithOrigin({ actor: 'visitor', address }, () =>
        recordEvent(site.db, () => new Date(now), { kind: 'login.failed' }),
      );
    const details = async (address: string) =>
      (
        await site.db
          .selectFrom('events')
          .select('detail')
          .where('kind', '=', 'login.failed')
          .where('address', '=', address)
          .orderBy('id')
          .execute()
      ).map(({ detail }) => detail);
    for (let n = 0; n < 25; n += 1) await fail(`203.0.113.${n}`);
    expect(await details('203.0.113.0/24')).toEqual([...Array(19).fill(null), 'and 5 more']);
    for (let n = 0; n < 300; n += 1) await fail(`10.${n % 250}.${Math.floor(n / 250)}.1`);
    const all = await site.db
      .selectFrom('events')
      .select('id')
      .where('kind', '=', 'login.failed')
      .execute();
    expect(all).toHaveLength(200);
    now += HOUR;
    await fail('203.0.113.9');
    expect(await details('203.0.113.0/24')).toHaveLength(21);
  });
});

onSqlite((open) => {
  test('an IPv6 address is kept as its network', async () => {
    const site = await startTestApp(open);
    await runWithOrigin({ actor: 'owner', address: '2001:db8:1:2::3' }, () =>
      recordEvent(site.db, () => new Date(), { kind: 'settings.changed' }),
    );
    const { address } = await site.db
      .selectFrom('events')
      .select('address')
      .where('kind', '=', 'settings.changed')
      .executeTakeFirstOrThrow();
    expect(address).toBe('2001:db8:1::/48');
  });
});

test.each([
  ['2026-06-02', 'UTC', '2026-06-02T00:00:00.000Z'],
  ['2026-06-02', 'America/New_York', '2026-06-02T04:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-06-02', 'Asia/Kathmandu', '2026-06-01T18:15:00.000Z'],
])('%s begins in %s at %s', (date, timeZone, at) => {
  expect(new Date(startOfDay(date, timeZone)).toISOString()).toBe(at);
});
