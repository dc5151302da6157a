import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../../test-support/test-app.ts';

const attempt = (site: TestApp, remoteAddress: string, password = 'secret', username = 'secret') =>
  site.request({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    headers: { 'user-agent': 'secret' },
    remoteAddress,
  });

eachDialect((open) => {
  test('a failed and a refused login are a warning each, with the address and nothing that was sent', async () => {
    const site = await startTestApp(open, { LOG_LOGIN_FAILURES: 'full' });
    const responses = [];
    for (let n = 0; n < 11; n += 1) responses.push(await attempt(site, '2001:db8:1:2:3:4:5:6'));
    await attempt(site, '::ffff:203.0.113.7');
    expect((await attempt(site, '203.0.113.7', PASSWORD, 'admin')).statusCode).toBe(200);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(401), 429]);
    const messages = [...Array(10).fill('login failed'), 'login refused', 'login failed'];
    for (const message of messages) site.expectLoggedError(message);
    const warnings = site.log.filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual(messages);
    expect(warnings[10]).toEqual({
      ...{ level: 40, time: expect.any(Number), pid: process.pid, hostname: expect.any(String) },
      reqId: responses[10]?.headers['x-request-id'],
      address: '2001:db8:1:2:3:4:5:6',
      msg: 'login refused',
    });
    expect(warnings[11]).toMatchObject({ address: '203.0.113.7' });
    expect(JSON.stringify(site.log)).not.toContain('secret');
  });

  test('LOG_LOGIN_FAILURES=short logs the network, off nothing', async () => {
    const short = await startTestApp(open, { LOG_LOGIN_FAILURES: 'short' });
    await attempt(short, '203.0.113.7');
    short.expectLoggedError('login failed');
    const [warning] = short.log.filter(({ level }) => level === 40);
    expect(warning).toMatchObject({ address: '203.0.113.0/24' });

    // Any warning would fail this.
    await attempt(await startTestApp(open, { LOG_LOGIN_FAILURES: 'off' }), '203.0.113.7');
  });

  test('a login that is not one is not logged', async () => {
    const site = await startTestApp(open, { LOG_LOGIN_FAILURES: 'full' });
    for (const payload of ['{', '{}', `{"username":"${'a'.repeat(20_000)}"}`])
      await site.request({
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { 'content-type': 'application/json' },
      });
  });
});
