import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';

const DAY = 86_400_000;

async function startAdmin(open: () => Promise<TestDatabase>, settings = {}) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object | string) =>
    site.request(
      {
        ...{ method, url: `/api/admin/${path}`, ...(payload !== undefined && { payload }) },
        ...(typeof payload === 'string' && { headers: { 'content-type': 'text/csv' } }),
      },
      token,
    );
  return {
    ...site,
    token,
    call,
    add: (email: string) => call('POST', 'subscribers', { email, agreed: true }),
    importCsv: (csv: string) => call('POST', 'subscribers.csv?agreed=true', csv),
    async list(query = '') {
      const response = await call('GET', `subscribers${query}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    setState: (email: string, state: 'waiting' | 'unsubscribed' | 'bounced') =>
      site.db
        .updateTable('subscribers')
        .set({ state, confirm_until: '2036-01-01T00:00:00.000Z', confirm_token: email })
        .where('email', '=', email)
        .execute(),
  };
}

/** Sorted: those of one millisecond have any order. */
const emails = (body: { subscribers: { email: string }[] }) =>
  body.subscribers.map(({ email }) => email).toSorted();

eachDialect((open) => {
  test('the owner adds, finds and deletes subscribers, also without mail', async () => {
    const { add, call, list, db } = await startAdmin(open);
    expect(await list()).toEqual({ subscribers: [], total: 0 });
    const added = await add(' Tom@EXAMPLE.com ');
    expect(added.statusCode).toBe(201);
    const tom = {
      id: expect.any(String),
      email: 'Tom@example.com',
      state: 'confirmed',
      source: 'owner',
      created_at: '2026-01-01T12:00:00.000Z',
      confirmed_at: '2026-01-01T12:00:00.000Z',
      ended_at: null,
    };
    expect(added.json()).toEqual(tom);
    expect(await list()).toEqual({ subscribers: [tom], total: 1 });
    expect((await add('Tom@example.COM')).statusCode).toBe(200);
    expect(await db.selectFrom('newsletter_signups').selectAll().execute()).toEqual([]);
    const path = `subscribers/${added.json().id}`;
    expect((await call('DELETE', path)).statusCode).toBe(204);
    expectProblem(await call('DELETE', path), 404);
    expect(await list()).toEqual({ subscribers: [], total: 0 });
  });

  test('nobody is added without the word of the owner, or without an address', async () => {
    const { call, list } = await startAdmin(open);
    for (const payload of [
      { email: 'tom@example.com' },
      { email: 'tom@example.com', agreed: false },
      { email: 'tom@example.com', agreed: 'true' },
      { email: 'tom', agreed: true },
      { agreed: true },
    ])
      expectProblem(await call('POST', 'subscribers', payload), 400);
    for (const query of ['', '?agreed=false', '?agreed='])
      expectProblem(await call('POST', `subscribers.csv${query}`, 'email\na@example.com\n'), 400);
    expect((await list()).total).toBe(0);
  });

  test('one who unsubscribed or bounced is not brought back, and one who waits is confirmed', async () => {
    const { add, importCsv, setState, list } = await startAdmin(open);
    const states = ['unsubscribed', 'bounced', 'waiting'] as const;
    for (const state of states) {
      await add(`${state}@example.com`);
      await setState(`${state}@example.com`, state);
    }
    for (const state of ['unsubscribed', 'bounced'])
      expectProblem(await add(`${state}@example.com`), 409);
    const csv = ['email', ...states.map((state) => `${state}@example.com`), 'new@example.com'];
    expect((await importCsv(csv.join('\n'))).json()).toMatchObject({ added: 2, known: 2 });
    for (const [state, total] of [
      ['unsubscribed', 1],
      ['bounced', 1],
      ['waiting', 0],
      ['confirmed', 2],
    ])
      expect((await list(`?state=${state}`)).total).toBe(total);
  });

  test('one who unsubscribed or bounced is not brought back in another case', async () => {
    const { add, importCsv, setState, list } = await startAdmin(open);
    for (const state of ['unsubscribed', 'bounced'] as const) {
      await add(`${state}@example.com`);
      await setState(`${state}@example.com`, state);
    }
    expectProblem(await add('UNSUBSCRIBED@example.com'), 409);
    const csv = 'email\nUnsubscribed@example.com\nBOUNCED@EXAMPLE.COM\nNew@example.com\n';
    expect((await importCsv(csv)).json()).toMatchObject({ added: 1, known: 2 });
    expect(emails(await list('?state=confirmed'))).toEqual(['New@example.com']);
  });

  test('one who unsubscribed is not brought back in another case of letters beyond ASCII', async () => {
    const { add, importCsv, setState } = await startAdmin(open);
    await add('Éva@example.com');
    await setState('Éva@example.com', 'unsubscribed');
    expectProblem(await add('éva@example.com'), 409);
    const csv = 'email\nÉVA@example.com\nZoë@example.com\neva@example.com\n';
    expect((await importCsv(csv)).json()).toMatchObject({ added: 2, known: 1 });
    expect((await add('zoé@example.com')).statusCode).toBe(201);
  });

  test('the search is literal, and counts what it finds', async () => {
    const { importCsv, list } = await startAdmin(open);
    await importCsv(
      [
        'email',
        'a_b@example.com',
        'aXb@example.com',
        '100%@example.com',
        'ÉVA@bücher.example',
      ].join('\n'),
    );
    for (const [q, found] of [
      ['a_b', ['a_b@example.com']],
      ['%', ['100%@example.com']],
      ['AXB', ['aXb@example.com']],
      ['axb', ['aXb@example.com']],
      [' @Example.COM ', ['100%@example.com', 'aXb@example.com', 'a_b@example.com']],
      ['ÉVA@B', ['ÉVA@bücher.example']],
      ["' or 1=1", []],
      ['\\', []],
    ] as const) {
      const body = await list(`?q=${encodeURIComponent(q)}`);
      expect([q, emails(body), body.total]).toEqual([q, found, found.length]);
    }
  });

  test('a long list comes in parts, newest first, with the number of all', async () => {
    const { importCsv, call } = await startAdmin(open);
    const all = Array.from({ length: 105 }, (_, n) => `reader-${n}@example.com`);
    await importCsv(`email\n${all.join('\n')}\n`);
    const found: { id: string; email: string }[] = [];
    for (let path: string | undefined = 'subscribers?q=reader'; path !== undefined; ) {
      const response = await call('GET', path);
      expect(response.json().total).toBe(105);
      expect(response.json().subscribers.length).toBeLessThanOrEqual(100);
      found.push(...response.json().subscribers);
      path = /<\/api\/admin\/(.*)>/.exec(String(response.headers.link))?.[1];
    }
    const ids = found.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(emails({ subscribers: found })).toEqual(all.toSorted());
    expect((await call('GET', 'subscribers?limit=2')).json().subscribers).toHaveLength(2);
    for (const query of ['limit=0', 'state=gone', 'q=%00'])
      expectProblem(await call('GET', `subscribers?${query}`), 400);
  });

  test('what a list adds, knows and refuses is told, and nobody gets a mail', async () => {
    const { db, importCsv, list } = await startAdmin(open);
    const csv = [
      'Name;EMAIL;State',
      'A;a@example.com;',
      'A again;a@EXAMPLE.com;confirmed',
      'B;no address;',
      'C;c@example.com;unsubscribed',
      "D;'=d@example.com;Confirmed",
    ].join('\r\n');
    const response = await importCsv(csv);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        ...{ added: 2, known: 1, refused: 2 },
        refusals: [
          { line: 4, email: 'no address', reason: 'This is not an email address.' },
          { line: 5, email: 'c@example.com', reason: expect.stringContaining('not confirmed') },
        ],
      },
    ]);
    expect(emails(await list('?state=confirmed'))).toEqual(['=d@example.com', 'a@example.com']);
    expect((await list()).subscribers).toMatchObject([{ source: 'csv' }, { source: 'csv' }]);
    expect(await db.selectFrom('newsletter_signups').selectAll().execute()).toEqual([]);
    expectProblem(await importCsv('name\nA\n'), 400, { detail: expect.stringContaining('email') });
  });

  test('readers are answered while a long list is worked off', async () => {
    const { db, importCsv } = await startAdmin(open);
    const lines = Array.from({ length: 2_000 }, (_, n) => `reader-${n}@example.com\n`);
    const counts = new Set<number>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { count } = await db
          .selectFrom('subscribers')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        counts.add(Number(count));
        await setImmediate();
      }
    })();
    expect((await importCsv(`email\n${lines.join('')}`)).json()).toMatchObject({ added: 2_000 });
    isOver = true;
    await watching;
    expect([...counts].some((count) => count > 0 && count < 2_000)).toBe(true);
  });

  test('a column state of another list, such as that of a country, refuses nobody', async () => {
    const { importCsv } = await startAdmin(open);
    const csv = 'email,name,state\nus@example.com,Joe,CA\nleft@example.com,Ann, Unsubscribed\n';
    expect((await importCsv(csv)).json()).toMatchObject({
      ...{ added: 1, known: 0, refused: 1, refusals: [{ line: 3, email: 'left@example.com' }] },
    });
  });

  test('the list as CSV is harmless in a spreadsheet, and can be read again', async () => {
    const { call, importCsv, setState } = await startAdmin(open);
    await importCsv('email\n=1+1@example.com\n+a@example.com\n-b@example.com\nc@example.com\n');
    await setState('c@example.com', 'unsubscribed');
    const response = await call('GET', 'subscribers.csv');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toContain('subscribers.csv');
    const [header, ...lines] = response.body.trimEnd().split('\r\n');
    expect(header).toBe('email,state,source,created_at,confirmed_at,confirmed_from,ended_at');
    expect(lines.map((line) => line.split(',').slice(0, 2)).toSorted()).toEqual([
      ["'+a@example.com", 'confirmed'],
      ["'-b@example.com", 'confirmed'],
      ["'=1+1@example.com", 'confirmed'],
      ['c@example.com', 'unsubscribed'],
    ]);
    const again = { added: 0, known: 4, refused: 0, refusals: [] };
    expect((await importCsv(response.body)).json()).toEqual(again);
    const other = await startAdmin(open);
    expect((await other.importCsv(response.body)).json()).toMatchObject({ added: 3, refused: 1 });
    expect((await other.list('?q=%3D1')).total).toBe(1);
  });

  test('a deleted subscriber is skipped in mailings, and nothing names them', async () => {
    const { db, add, call } = await startAdmin(open);
    const { id } = (await add('tom@example.com')).json();
    const at = '2026-01-01T12:00:00.000Z';
    for (const [mailing, state] of [
      ['first', 'failed'],
      ['second', 'pending'],
    ] as const) {
      await db
        .insertInto('mailings')
        .values({
          ...{ id: mailing, post_id: mailing, title: mailing, state: 'sending', created_at: at },
          ...{ recipients: 1, sent: 0, failed: state === 'failed' ? 1 : 0, skipped: 0 },
        })
        .execute();
      await db
        .insertInto('mailing_recipients')
        .values({
          ...{ mailing_id: mailing, subscriber_id: id, state, attempts: 1, next_try_at: at },
          ...{ reason: '550 <tom@example.com> unknown', refused: 0, updated_at: at },
        })
        .execute();
    }
    await db
      .insertInto('newsletter_signups')
      .values({
        ...{ id: 'x', address: '192.0.2.1', subscriber_id: id, created_at: at },
        ...{ state: 'sent', attempts: 1 },
      })
      .execute();
    expect((await call('DELETE', `subscribers/${id}`)).statusCode).toBe(204);
    const recipients = await db
      .selectFrom('mailing_recipients')
      .select(['mailing_id', 'state', 'reason'])
      .orderBy('mailing_id')
      .execute();
    expect(recipients).toEqual([
      { mailing_id: 'first', state: 'failed', reason: null },
      { mailing_id: 'second', state: 'skipped', reason: null },
    ]);
    const mailings = await db.selectFrom('mailings').select('skipped').orderBy('id').execute();
    expect(mailings).toEqual([{ skipped: 0 }, { skipped: 1 }]);
    expect(await db.selectFrom('newsletter_signups').selectAll().execute()).toEqual([]);
  });

  test('the summary has the sender, the states and the growth of a year', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Zoë <blog@example.org>' };
    const { add, setState, call, db, passTime, request } = await startAdmin(open, mail);
    for (const name of ['old', 'left', 'new']) await add(`${name}@example.com`);
    const confirmedIn = (email: string, confirmed_at: string) =>
      db.updateTable('subscribers').set({ confirmed_at }).where('email', '=', email).execute();
    await confirmedIn('old@example.com', '2024-05-01T00:00:00.000Z');
    await confirmedIn('left@example.com', '2025-10-31T00:00:00.000Z');
    await setState('left@example.com', 'unsubscribed');
    await db
      .updateTable('subscribers')
      .set({ ended_at: '2025-12-31T23:59:59.999Z' })
      .where('email', '=', 'left@example.com')
      .execute();
    passTime(40 * DAY);
    const payload = { email: 'waiting@example.com' };
    await request({ method: 'POST', url: '/api/newsletter', payload });
    const token = (
      await request({
        ...{ method: 'POST', url: '/api/login' },
        payload: { username: 'admin', password: 'a password for tests' },
      })
    ).json().access_token;
    const summary = await request({ method: 'GET', url: '/api/admin/newsletter' }, token);
    expect(summary.json()).toEqual({
      mail: { from: 'Zoë <blog@example.org>', address: 'blog@example.org' },
      subscribers: { waiting: 1, confirmed: 2, unsubscribed: 1, bounced: 0 },
      growth: [
        ...['03', '04', '05', '06', '07', '08', '09'].map((month) => [`2025-${month}`, 1] as const),
        ...([
          ['2025-10', 2],
          ['2025-11', 2],
          ['2025-12', 1],
          ['2026-01', 2],
          ['2026-02', 2],
        ] as const),
      ].map(([month, confirmed]) => ({ month, confirmed })),
    });
    expectProblem(await call('GET', 'newsletter'), 401);
  });

  test('only the administrator sees and changes subscribers', async () => {
    const { request } = await startTestApp(open);
    for (const [method, path] of [
      ['GET', 'newsletter'],
      ['GET', 'subscribers'],
      ['POST', 'subscribers'],
      ['DELETE', 'subscribers/x'],
      ['GET', 'subscribers.csv'],
      ['POST', 'subscribers.csv?agreed=true'],
    ] as const)
      expectProblem(await request({ method, url: `/api/admin/${path}` }), 401);
  });
});
