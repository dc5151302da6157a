import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startMailServer } from '../../../test-support/mail-server.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';

const url = '/api/admin/newsletter/test';

eachDialect((open) => {
  async function start() {
    const server = await startMailServer();
    onTestFinished(server.stop);
    const settings = {
      SMTP_URL: server.url,
      MAIL_FROM: 'Me <me@blog.example>',
      SITE_NAME: 'A & Ü',
    };
    const site = await startTestApp(open, settings);
    const token = await site.login();
    const send = (payload?: object) =>
      site.request({ method: 'POST', url, ...(payload && { payload }) }, token);
    return { server, site, send };
  }

  test('a test mail goes to oneself, or to another address', async () => {
    const { server, send } = await start();
    expect((await send()).json()).toEqual({ to: 'me@blog.example' });
    expect((await send({ to: 'ann@bücher.example' })).json()).toEqual({ to: 'ann@bücher.example' });
    expect(server.mails).toMatchObject([
      { envelope: { from: 'me@blog.example', to: ['me@blog.example'] } },
      { envelope: { to: ['ann@bücher.example'] }, subject: 'Test email from A & Ü' },
    ]);
    expect(server.mails[0]?.html).toContain('A &amp; Ü');
    expectProblem(await send({ to: 'a@b.example\r\nBcc: c@d.example' }), 400);
  });

  test('it says what the mail server said', async () => {
    const { server, site, send } = await start();
    server.behave((step) => (step === 'recipient' ? '550 5.1.1 Nobody here' : undefined));
    expectProblem(await send(), 502, { detail: '550 5.1.1 Nobody here' });
    site.expectLoggedError('550 5.1.1 Nobody here');
  });

  test('without a session or mail nothing is sent', async () => {
    const { site } = await start();
    expectProblem(await site.request({ method: 'POST', url }), 401);
    const other = await startTestApp(open);
    expectProblem(await other.request({ method: 'POST', url }, await other.login()), 409);
  });
});
