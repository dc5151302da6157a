import { expect, onTestFinished, test } from 'vitest';
import { startImapServer } from '../../../test-support/imap-server.ts';
import { type MailServerOptions, startMailServer } from '../../../test-support/mail-server.ts';
import { readConfig } from '../config/config.ts';
import { checkMail } from './check-mail.ts';

async function check(settings: Record<string, string>) {
  const checks = checkMail(
    readConfig({ MAIL_FROM: settings.SMTP_URL && 'a@b.example', ...settings }),
  );
  const found = await Promise.all(
    checks.map(async ({ name, find }) => [name, ...(await Array.fromAsync(find(() => {})))]),
  );
  expect(JSON.stringify(found)).not.toContain('SECRET');
  return found;
}

async function start(options?: MailServerOptions) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

const LOGIN = { user: 'me', password: 'right' };

test('nothing is checked that is not set up', async () => {
  expect(await check({})).toEqual([]);
});

test('a mail server that accepts the login is fine', async () => {
  const server = await start({ login: LOGIN });
  expect(await check({ SMTP_URL: server.url })).toEqual([
    [expect.stringMatching(/^The mail server accepts email: 127\.0\.0\.1, port \d+$/)],
  ]);
});

test('a wrong password, a missing login and a server that is away', async () => {
  const server = await start({ login: LOGIN });
  const wrong = server.url.replace('right', 'SECRET');
  expect(await check({ SMTP_URL: wrong })).toMatchObject([
    [
      expect.anything(),
      { level: 'error', message: expect.stringMatching(/did not accept .* 535/) },
    ],
  ]);
  server.behave(() => 'drop');
  expect(await check({ SMTP_URL: wrong })).toMatchObject([
    [expect.anything(), { level: 'error', message: 'The mail server ended the connection.' }],
  ]);
  await server.stop();
  expect(await check({ SMTP_URL: wrong })).toMatchObject([
    [
      expect.anything(),
      { level: 'error', message: expect.stringMatching(/^Nothing is listening/) },
    ],
  ]);
  await server.start();
});

test('the mailbox for bounces is opened', async () => {
  const server = await startImapServer([]);
  onTestFinished(server.stop);
  const name = expect.stringMatching(/^The bounce mailbox can be read: 127\.0\.0\.1, port \d+$/);
  expect(await check({ IMAP_URL: server.url })).toEqual([[name]]);
  expect(await check({ IMAP_URL: server.url.replace(/:a%20secret/, ':SECRET') })).toMatchObject([
    [expect.anything(), { level: 'error', message: expect.stringMatching(/did not accept/) }],
  ]);
});
