import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../../test-support/test-app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Nothing listens there: these tests are about what happens before a mail is sent. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Blog <blog@example.org>' };

async function startNewsletter(open: () => Promise<TestDatabase>, settings = {}) {
  const site = await startTestApp(open, { ...MAIL, ...settings });
  await site.app.scheduler.close();
  const readRow = (email: string) =>
    site.db
      .selectFrom('subscribers')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
  return {
    ...site,
    readRow,
    join: (email: string, more: { website?: string; from?: string } = {}) =>
      site.request({
        method: 'POST',
        url: '/api/newsletter',
        payload: { email, ...('website' in more && { website: more.website }) },
        remoteAddress: more.from ?? '192.0.2.1',
      }),
    async confirm(email: string) {
      const { confirm_token } = await readRow(email);
      const url = `/api/newsletter/confirmations/${confirm_token}`;
      return site.request({ method: 'POST', url, remoteAddress: '192.0.2.7' });
    },
    async unsubscribe(email: string) {
      const url = `/api/newsletter/subscriptions/${(await readRow(email)).token}`;
      return site.request({ method: 'POST', url });
    },
    listSignups: () => site.db.selectFrom('newsletter_signups').selectAll().execute(),
  };
}

/** The SQL of all that is executed. */
function recordStatements(open: () => Promise<TestDatabase>) {
  const statements: string[] = [];
  return {
    statements,
    async openRecorded(): Promise<TestDatabase> {
      const opened = await open();
      const executor = opened.db.getExecutor();
      const recorder: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          statements.push(executor.compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      return { ...opened, db: opened.db.withPlugin(recorder) };
    },
  };
}

const countPending = async ({ db }: Pick<TestApp, 'db'>) =>
  (await db.selectFrom('newsletter_signups').where('state', '=', 'pending').selectAll().execute())
    .length;

eachDialect((open) => {
  test('an address is confirmed by the link of its mail, and not by opening it', async () => {
    const { get, join, confirm, readRow } = await startNewsletter(open);
    const joined = await join(' Tom@EXAMPLE.com ');
    expect([joined.statusCode, joined.json()]).toEqual([202, {}]);
    expect(joined.headers['cache-control']).toBe('no-store');
    const waiting = await readRow('Tom@example.com');
    expect(waiting).toMatchObject({ state: 'waiting', source: 'form', confirmed_at: null });
    const url = `/api/newsletter/confirmations/${waiting.confirm_token}`;
    for (let n = 0; n < 2; n += 1) expect((await get(url)).json()).toEqual({ state: 'waiting' });
    expect((await get(`/api/newsletter/subscriptions/${waiting.token}`)).json()).toEqual({
      state: 'waiting',
    });
    for (let n = 0; n < 2; n += 1) {
      const confirmed = await confirm('Tom@example.com');
      expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { state: 'confirmed' }]);
      expect(confirmed.headers['cache-control']).toBe('no-store');
    }
    expect((await get(url)).json()).toEqual({ state: 'confirmed' });
    expect(await readRow('Tom@example.com')).toMatchObject({
      state: 'confirmed',
      confirmed_at: '2026-01-01T12:00:00.000Z',
      confirmed_from: '192.0.2.7',
    });
  });

  test('every address gets the same answer, and keeps its state until it is confirmed again', async () => {
    const site = await startNewsletter(open);
    const { db, join, confirm, unsubscribe, readRow } = site;
    const emails = ['waiting', 'confirmed', 'left', 'bounced'].map((name) => `${name}@example.com`);
    const [waiting, confirmed, left, bounced] = emails as [string, string, string, string];
    for (const email of emails) await join(email);
    for (const email of [confirmed, left]) await confirm(email);
    await unsubscribe(left);
    await db
      .updateTable('subscribers')
      .set({ state: 'bounced', confirm_until: null, ended_at: '2026-01-01T12:00:00.000Z' })
      .where('email', '=', bounced)
      .execute();
    const before = await countPending(site);
    const answers = [];
    for (const email of ['new@example.com', ...emails]) answers.push(await join(email));
    answers.push(await join('robot@example.com', { website: 'https://spam.example' }));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['202 {}']),
    );
    expect(await countPending(site)).toBe(before + 5);
    await expect(readRow('robot@example.com')).rejects.toThrow();
    expect((await readRow(waiting)).state).toBe('waiting');
    expect((await readRow(confirmed)).state).toBe('confirmed');
    for (const [email, state] of [
      [left, 'unsubscribed'],
      [bounced, 'bounced'],
    ] as const) {
      expect((await readRow(email)).state).toBe(state);
      expect((await confirm(email)).json()).toEqual({ state: 'confirmed' });
      expect(await readRow(email)).toMatchObject({ state: 'confirmed', ended_at: null });
    }
  });

  test('the spelling of a domain makes no second subscriber, that of a name does', async () => {
    const { db, join } = await startNewsletter(open);
    for (const email of ['tom@bücher.example', 'tom@BÜCHER.example', 'tom@xn--bcher-kva.example'])
      await join(email);
    await join('TOM@bücher.example');
    const rows = await db.selectFrom('subscribers').select('email').orderBy('id').execute();
    expect(rows.map(({ email }) => email)).toEqual(['tom@bücher.example', 'TOM@bücher.example']);
  });

  test('what is no address is refused with a sentence about the field', async () => {
    const { join, listSignups } = await startNewsletter(open);
    for (const email of [
      '',
      'tom',
      'tom@example.com\r\nBcc: a@b.example',
      `${'a'.repeat(300)}@b.c`,
    ])
      expectProblem(await join(email), 400, { errors: { email: [expect.any(String)] } });
    expect(await listSignups()).toEqual([]);
  });

  test('an address gets five mails an hour, and the same answer to further requests', async () => {
    const site = await startNewsletter(open);
    for (let n = 0; n < 7; n += 1)
      expect((await site.join('tom@example.com', { from: `192.0.2.${n}` })).statusCode).toBe(202);
    expect(await countPending(site)).toBe(5);
    site.passTime(HOUR);
    await site.join('tom@example.com');
    expect(await countPending(site)).toBe(6);
  });

  test('a mailbox gets five mails an hour and ten a day, however its address is written', async () => {
    const site = await startNewsletter(open);
    const { length } = 'victim';
    const variants = Array.from({ length }, (_, n) =>
      [...'victim'].map((letter, at) => (at === n ? letter.toUpperCase() : letter)).join(''),
    );
    const names = [...variants, 'victim+1', 'VICTIM+x+y', 'v.ictim', 'vic.tim+z'];
    const joinAll = async () => {
      for (const [n, name] of names.entries()) {
        const answer = await site.join(`${name}@Example.com`, { from: `192.0.2.${n}` });
        expect([answer.statusCode, answer.body]).toEqual([202, '{}']);
      }
      return countPending(site);
    };
    expect(await joinAll()).toBe(5);
    await site.join('victim@example.org');
    await site.join('victims@example.com');
    expect(await countPending(site)).toBe(7);
    site.passTime(HOUR);
    expect(await joinAll()).toBe(12);
    site.passTime(HOUR);
    expect(await joinAll()).toBe(12);
    site.passTime(22 * HOUR);
    expect(await joinAll()).toBe(17);
  });

  test('letters that are composed otherwise make no second mailbox', async () => {
    const site = await startNewsletter(open);
    const names = [
      'jos\u00e9',
      'jose\u0301',
      'JOS\u00c9',
      'JOSE\u0301',
      '\uff4aos\u00e9',
      'j.ose\u0301',
    ];
    for (const name of names) await site.join(`${name}@example.com`);
    expect(await countPending(site)).toBe(5);
  });

  test('the whole blog sends 500 confirmation mails an hour, and then says so to everybody', async () => {
    const site = await startNewsletter(open);
    const rows = Array.from({ length: 499 }, (_, n) => ({
      ...{ id: `mail-${n}`, address: '', state: 'sent' as const, attempts: 1 },
      created_at: '2026-01-01T12:00:00.000Z',
    }));
    await site.db.insertInto('newsletter_signups').values(rows).execute();
    site.passTime(MINUTE);
    expect((await site.join('tom@example.com')).statusCode).toBe(202);
    for (const email of ['tom@example.com', 'new@example.com']) {
      const refused = await site.join(email);
      expectProblem(refused, 429, {
        detail: expect.stringMatching(/^Too many sign-ups right now\. .* 59 min/),
      });
      expect(refused.headers['retry-after']).toBe(String(59 * 60));
    }
    site.passTime(59 * MINUTE);
    expect((await site.join('new@example.com')).statusCode).toBe(202);
  });

  test('a visitor may sign up twenty addresses an hour, also at once', async () => {
    const site = await startNewsletter(open);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => site.join(`reader-${n}@example.com`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(20);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.headers['retry-after']).toBe('3600');
    expect((await site.join('other@example.com', { from: '192.0.2.2' })).statusCode).toBe(202);
    site.passTime(HOUR - MINUTE);
    const later = await site.join('late@example.com');
    expectProblem(later, 429, { detail: expect.stringContaining('60 seconds') });
    site.passTime(Number(later.headers['retry-after']) * 1_000);
    expect((await site.join('late@example.com')).statusCode).toBe(202);
  });

  test('one IPv6 customer is one visitor', async () => {
    const { join } = await startNewsletter(open);
    for (let n = 0; n < 20; n += 1) await join(`${n}@example.com`, { from: `2001:db8::${n}` });
    expectProblem(await join('more@example.com', { from: '2001:db8::ffff' }), 429);
  });

  test('all mails of somebody who asked twice work, for seven days', async () => {
    const { get, join, confirm, readRow, passTime } = await startNewsletter(open);
    await join('tom@example.com');
    const { confirm_token } = await readRow('tom@example.com');
    passTime(2 * DAY);
    await join('tom@example.com');
    expect((await readRow('tom@example.com')).confirm_token).toBe(confirm_token);
    passTime(7 * DAY);
    expectProblem(await get(`/api/newsletter/confirmations/${confirm_token}`), 404);
    expectProblem(await confirm('tom@example.com'), 404);
  });

  test('leaving works with any body and repeatedly, and ends the links of earlier mails', async () => {
    const { request, get, join, confirm, readRow, passTime } = await startNewsletter(open);
    await join('tom@example.com');
    await confirm('tom@example.com');
    const { token, confirm_token } = await readRow('tom@example.com');
    const url = `/api/newsletter/subscriptions/${token}`;
    const multipart =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=x', multipart],
      ['application/json', '{ not JSON'],
      ['application/json', ''],
      ['text/plain', 'x'],
      [undefined, undefined],
    ] as const) {
      const left = await request({
        ...{ method: 'POST', url },
        ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
      });
      expect([left.statusCode, left.json()]).toEqual([200, { state: 'unsubscribed' }]);
      expect(left.headers['cache-control']).toBe('no-store');
      passTime(MINUTE);
    }
    expect(await readRow('tom@example.com')).toMatchObject({
      state: 'unsubscribed',
      confirmed_at: '2026-01-01T12:00:00.000Z',
      ended_at: '2026-01-01T12:00:00.000Z',
    });
    expect((await get(url)).json()).toEqual({ state: 'unsubscribed' });
    const link = `/api/newsletter/confirmations/${confirm_token}`;
    expectProblem(await request({ method: 'POST', url: link }), 404);
  });

  test('a link that does not work is 404, whatever it is', async () => {
    const { request } = await startNewsletter(open);
    for (const token of ['x', '0'.repeat(32), '%00', '%F0%9F%98%80', 'a'.repeat(4_000)])
      for (const method of ['GET', 'POST'] as const)
        for (const call of ['confirmations', 'subscriptions'])
          expectProblem(await request({ method, url: `/api/newsletter/${call}/${token}` }), 404);
  });

  test('without mail nobody can join, and the site says so', async () => {
    const { request, get } = await startTestApp(open);
    const payload = { email: 'tom@example.com' };
    expectProblem(await request({ method: 'POST', url: '/api/newsletter', payload }), 409);
    expect((await get('/api/site')).json().newsletter_open).toBe(false);
    const withMail = await startNewsletter(open);
    expect((await withMail.get('/api/site')).json().newsletter_open).toBe(true);
  });

  test('known and unknown addresses are the same work for the database', async () => {
    const { statements, openRecorded } = recordStatements(open);
    const { join, confirm, unsubscribe } = await startNewsletter(openRecorded);
    const statementsOf = async (email: string) => {
      statements.length = 0;
      expect((await join(email)).statusCode).toBe(202);
      return [...statements];
    };
    const first = await statementsOf('tom@example.com');
    expect(first.length).toBeGreaterThan(2);
    const again = [await statementsOf('tom@example.com')];
    await confirm('tom@example.com');
    again.push(await statementsOf('tom@example.com'));
    await unsubscribe('tom@example.com');
    for (let n = 0; n < 4; n += 1) again.push(await statementsOf('tom@example.com'));
    for (const each of again) expect(each).toEqual(first);
  });
});
