import { expect, test } from 'vitest';
import { createToken, requestToken } from '../../../../test-support/api-tokens.ts';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, PASSWORD, startTestApp } from '../../../../test-support/test-app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

eachDialect((open) => {
  test('a token is shown once, and only its hash is stored', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { token, ...created } = await createToken(site, session, { name: ' Backup of posts ' });
    expect(token).toMatch(/^lh_[\w-]{43}$/);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ name: 'Backup of posts', scope: 'read', expires_at: '2026-02-01T00:00:00.000Z' },
      ...{ created_at: '2026-01-01T12:00:00.000Z', last_used_at: null },
    });
    const list = await site.get('/api/admin/tokens', session);
    expect(list.json()).toEqual([created]);
    const stored = JSON.stringify(await site.db.selectFrom('api_tokens').selectAll().execute());
    expect(stored).not.toContain(token.slice(3));
  });

  test('it works as a Bearer token until it ends, and says when it was used', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { token } = await createToken(site, session);
    const { slug } = await site.createPost(session, { published: false });
    const lastUse = async () =>
      (await site.get('/api/admin/tokens', session)).json()[0].last_used_at;
    expect((await site.get('/api/admin/posts', token)).statusCode).toBe(200);
    const draft = await site.get(`/api/posts/${slug}`, token);
    expect(draft.statusCode).toBe(200);
    expect(draft.headers['cache-control']).toBe('no-store');
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000Z');
    site.passTime(MINUTE / 2);
    await site.get('/api/admin/posts', token);
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000Z');
    site.passTime(MINUTE);
    await site.get('/api/admin/posts', token);
    expect(await lastUse()).toBe('2026-01-01T12:01:30.000Z');
    site.passTime(31 * DAY);
    const after = await site.get('/api/admin/posts', token);
    expectProblem(after, 401, {
      detail: 'This API token has ended or was deleted. Create another one in the settings.',
    });
    expectProblem(await site.get(`/api/posts/${slug}`, token), 404);
    const again = await site.login();
    expect((await site.get('/api/admin/tokens', again)).json()).toHaveLength(1);
  });

  test('one without an end works until it is deleted; another process refuses it at once', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { id, token } = await createToken(site, session, { expires_at: null });
    expect(site.auth.isTokenKnown(token)).toBe(false);
    expect(await site.auth.findAccess(token)).toBe('read');
    expect(site.auth.isTokenKnown(token)).toBe(true);
    const url = `/api/admin/tokens/${id}`;
    const deleted = await site.request({ method: 'DELETE', url }, session);
    expect(deleted.statusCode, deleted.body).toBe(204);
    // `site.auth` is a service of its own, as another process has.
    expect(await site.auth.findAccess(token)).toBeUndefined();
    expectProblem(await site.get('/api/admin/posts', token), 401);
    expectProblem(await site.request({ method: 'DELETE', url }, session), 404);
    expect((await site.get('/api/admin/tokens', session)).json()).toEqual([]);
  });

  test('a deleted token’s download links are revoked', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { id, token } = await createToken(site, session, { scope: 'write' });
    const tickets = { method: 'POST', url: '/api/admin/export-tickets' } as const;
    const { url } = (await site.request(tickets, token)).json();
    await site.request({ method: 'DELETE', url: `/api/admin/tokens/${id}` }, session);
    expectProblem(await site.get(url), 404);
  });

  test('the password is asked for, and wrong ones are limited together with logins', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    expectProblem(await requestToken(site, session, { password: undefined }), 400);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await requestToken(site, session, { password: `wrong ${n}` })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    expectProblem(await requestToken(site, session), 429);
    const payload = { username: 'admin', password: PASSWORD };
    expectProblem(await site.request({ method: 'POST', url: '/api/login', payload }), 429);
    expect((await site.get('/api/admin/tokens', session)).json()).toEqual([]);
  });

  test('its end is in the future, and at most ten years away', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    for (const expires_at of ['2026-01-01T12:00:00Z', '2036-01-01T12:00:01Z', 'soon', undefined])
      expectProblem(await requestToken(site, session, { expires_at }), 400, {
        errors: { expires_at: [expect.any(String)] },
      });
    await createToken(site, session, { expires_at: '2036-01-01T13:00:00+01:00' });
    for (const fields of [{ name: ' ' }, { name: 'a'.repeat(101) }, { scope: 'owner' }])
      expectProblem(await requestToken(site, session, fields), 400);
  });

  test('it outlives sessions and the password', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { token } = await createToken(site, session);
    const url = '/api/admin/password';
    const payload = { old_password: PASSWORD, new_password: 'another password' };
    expect((await site.request({ method: 'POST', url, payload }, session)).statusCode).toBe(204);
    await site.request({ method: 'POST', url: '/api/admin/logout-everywhere' }, session);
    await site.auth.setPassword('a third password');
    expect((await site.get('/api/admin/posts', token)).statusCode).toBe(200);
  });

  test('tokens have write limits of their own', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '4' });
    const session = await site.login();
    const [first, second] = [
      await createToken(site, session, { scope: 'write' }),
      await createToken(site, session, { scope: 'write' }),
    ];
    const preview = async (token: string, remoteAddress: string) => {
      const payload = { content: '' };
      const url = '/api/admin/preview';
      return (await site.request({ method: 'POST', url, payload, remoteAddress }, token))
        .statusCode;
    };
    for (let n = 0; n < 4; n += 1) expect(await preview(first.token, '192.0.2.1')).toBe(200);
    expect(await preview(first.token, '192.0.2.2')).toBe(429);
    expect(await preview(second.token, '192.0.2.2')).toBe(200);
  });

  test('creating, deleting and what a token does are in the log, without the token', async () => {
    const site = await startTestApp(open);
    const session = await site.login();
    const { id } = await createToken(site, session, { scope: 'publish', name: 'secret name' });
    await site.request({ method: 'DELETE', url: `/api/admin/tokens/${id}` }, session);
    const events = await site.db
      .selectFrom('events')
      .selectAll()
      .where('kind', 'in', ['token.created', 'token.deleted'])
      .orderBy('id')
      .execute();
    const shared = { actor: 'owner', address: '127.0.0.0/24', subject: id };
    expect(events).toMatchObject([
      { ...shared, kind: 'token.created', detail: 'publish' },
      { ...shared, kind: 'token.deleted', detail: null },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret name');
  });
});
