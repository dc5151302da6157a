import { expect, onTestFinished, test } from 'vitest';
import {
  type MailServerOptions,
  type MailStep,
  startMailServer,
} from '../../../test-support/mail-server.ts';
import { readConfig } from '../config/config.ts';
import type { MailConfig } from '../config/mail-settings.ts';
import { createMailer } from './mailer.ts';
import { optionsOf } from './smtp-session.ts';

const MAIL = { to: 'a@example.com', subject: 'A subject', html: '<p>Hello</p>', text: 'Hello' };
const SENT = { kind: 'sent' };
const LOGIN = { user: 'me@example.org', password: 'p@ss/wörd%' };

type Options = MailServerOptions & {
  readonly from?: string;
  readonly smtpUrl?: string;
  readonly timeLimit?: AbortSignal;
};

async function start(given: Options = {}) {
  const { from = 'Blog <blog@example.org>', smtpUrl, timeLimit, ...options } = given;
  const server = await startMailServer(options);
  const { mail } = readConfig({ SMTP_URL: smtpUrl ?? server.url, MAIL_FROM: from });
  const mailer = createMailer(mail as MailConfig, timeLimit && (() => timeLimit));
  const connection = mailer.connect();
  onTestFinished(async () => {
    await connection.close();
    await server.stop();
  });
  const countSteps = (step: MailStep) => server.steps.filter((each) => each === step).length;
  return { server, connection, countSteps, outcomes: mailer.outcomes };
}

test('mails share a connection, and each has its own return address', async () => {
  const { server, connection, countSteps } = await start();
  expect(await connection.send({ ...MAIL, bounceToken: 'abc' })).toEqual(SENT);
  expect(await connection.send({ ...MAIL, to: 'b@example.com' })).toEqual(SENT);
  expect(server.mails.map(({ envelope }) => envelope)).toEqual([
    { from: 'blog+abc@example.org', to: ['a@example.com'] },
    { from: 'blog@example.org', to: ['b@example.com'] },
  ]);
  expect(countSteps('connect')).toBe(1);
});

test('what became of the mails is counted', async () => {
  const { connection, outcomes } = await start();
  await connection.send(MAIL);
  await connection.send(MAIL);
  expect(outcomes).toEqual({ sent: 2, temporary: 0, permanent: 0, unknown: 0 });
});

test('a connection is replaced after a hundred mails', async () => {
  const { server, connection, countSteps } = await start();
  for (let count = 0; count < 101; count += 1) await connection.send(MAIL);
  expect(server.mails).toHaveLength(101);
  expect(countSteps('connect')).toBe(2);
});

test.each([
  ['sender', 450, { kind: 'temporary', reason: '450 Refused by the test' }],
  ['recipient', 451, { kind: 'temporary', step: 'recipient' }],
  ['message', 452, { kind: 'temporary', reason: '452 Refused by the test' }],
  ['sender', '530 Log in', { kind: 'temporary', reason: '530 Log in' }],
  ['sender', '550 5.7.1 No', { kind: 'permanent', step: 'sender', status: '5.7.1' }],
  ['recipient', '550 5.1.1 Who?', { kind: 'permanent', step: 'recipient', status: '5.1.1' }],
  ['recipient', 550, { kind: 'permanent', step: 'recipient', status: null }],
  ['message', '554 5.6.0 No', { kind: 'permanent', step: 'message', status: '5.6.0' }],
  ['connect', 554, { kind: 'temporary', reason: expect.stringMatching(/554 Refused/) }],
  ['connect', 421, { kind: 'temporary', reason: expect.stringMatching(/421 Refused/) }],
  ['sender', 421, { kind: 'temporary' }],
  ['recipient', 421, { kind: 'temporary', step: 'recipient' }],
  ['message', 421, { kind: 'temporary', step: 'message' }],
] as const)('a refusal of the %s with %s is %j', async (at, answer, outcome) => {
  const { server, connection } = await start();
  server.behave((step) => (step === at ? answer : undefined));
  expect(await connection.send(MAIL)).toMatchObject(outcome);
  server.behave(() => undefined);
  expect(await connection.send(MAIL)).toEqual(SENT);
  expect(server.mails).toHaveLength(1);
});

test('after a refusal the connection is used further', async () => {
  const { server, connection, countSteps } = await start();
  server.behave((step, address) =>
    step === 'recipient' && address.startsWith('no') ? 550 : undefined,
  );
  const send = (to: string) => connection.send({ ...MAIL, to, bounceToken: 't' });
  expect(await send('no@example.com')).toMatchObject({ kind: 'permanent' });
  expect(await send('yes@example.com')).toEqual(SENT);
  expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([['yes@example.com']]);
  expect([countSteps('connect'), countSteps('recipient')]).toEqual([1, 2]);
});

test.each([
  ['connect', 'temporary'],
  ['sender', 'temporary'],
  ['recipient', 'temporary'],
  ['data', 'unknown'],
  ['message', 'unknown'],
] as const)('a connection that is lost at the step %s: %s', async (at, kind) => {
  const { server, connection } = await start();
  server.behave((step) => (step === at ? 'drop' : undefined));
  expect(await connection.send(MAIL)).toMatchObject({
    kind,
    reason: expect.stringMatching(/^The mail server .*\.$/),
  });
  expect(server.steps.filter((step) => step === at)).toHaveLength(1);
});

test.each([
  ['connect', 'temporary'],
  ['login', 'temporary'],
  ['recipient', 'temporary'],
  ['data', 'unknown'],
  ['message', 'unknown'],
] as const)('a server that never answers at the step %s: %s', async (at, kind) => {
  const time = new AbortController();
  const { server, connection } = await start({ login: LOGIN, timeLimit: time.signal });
  server.behave((step) => {
    if (step !== at) return undefined;
    time.abort();
    return Promise.withResolvers<undefined>().promise;
  });
  const reason = 'The mail server did not respond in time.';
  expect(await connection.send(MAIL)).toMatchObject({ kind, reason });
});

test('a server that is away, and comes back', async () => {
  const { server, connection } = await start();
  await server.stop();
  expect(await connection.send(MAIL)).toEqual({
    ...{ kind: 'temporary', step: null },
    reason: 'Nothing is listening at the mail server’s address and port.',
  });
  await server.start();
  expect(await connection.send(MAIL)).toEqual(SENT);
});

test('a connection that the server has ended between mails is replaced', async () => {
  const { server, connection } = await start();
  await connection.send(MAIL);
  await server.stop();
  await server.start();
  expect(await connection.send(MAIL)).toEqual(SENT);
  let count = 0;
  server.behave((step) => (step === 'sender' && ++count % 2 === 1 ? 421 : undefined));
  expect(await connection.send(MAIL)).toEqual(SENT);
  expect(server.mails).toHaveLength(3);
});

test('a server that only accepts the plain sender gets that one', async () => {
  const { server, connection, countSteps } = await start();
  server.behave((step, address) =>
    step === 'sender' && address.includes('+') ? '553 5.7.1 Not your address' : undefined,
  );
  for (const bounceToken of ['one', 'two'])
    expect(await connection.send({ ...MAIL, bounceToken })).toEqual(SENT);
  expect(server.mails.map(({ envelope }) => envelope.from)).toEqual([
    'blog@example.org',
    'blog@example.org',
  ]);
  expect(countSteps('sender')).toBe(3);
});

test.each([
  ['553 5.7.1 Sender address rejected: not owned by user', 2],
  ['550 5.7.60 Client does not have permissions to send as this sender', 2],
  ['550 5.1.8 Bad address', 2],
  ['550 5.7.1 Blocked', 1],
  ['550 5.1.1 Unknown', 1],
])('a recipient that is refused with %s is named %i times', async (answer, times) => {
  const { server, connection, countSteps } = await start();
  server.behave((step) => (step === 'recipient' ? answer : undefined));
  expect(await connection.send({ ...MAIL, bounceToken: 'one' })).toMatchObject({
    kind: 'permanent',
    step: 'recipient',
  });
  expect(countSteps('recipient')).toBe(times);
});

test.each(['smtps', 'starttls', undefined] as const)('a login, with TLS: %s', async (tls) => {
  const { server, connection } = await start({ login: LOGIN, ...(tls && { tls }) });
  expect(await connection.send(MAIL)).toEqual(SENT);
  expect(server.mails).toHaveLength(1);
});

test('a wrong password is a temporary failure that does not show it', async () => {
  const { server, connection } = await start({ login: LOGIN });
  const smtpUrl = server.url.replace(/:[^:]*@/, ':SECRET@');
  const wrong = await start({ smtpUrl });
  const outcome = await wrong.connection.send(MAIL);
  expect(outcome).toEqual({
    ...{ kind: 'temporary', step: null },
    reason:
      'The mail server did not accept the username or password. It said: 535 5.7.8 Wrong password',
  });
  expect(await wrong.connection.send(MAIL)).toEqual(outcome);
  expect(await connection.send(MAIL)).toEqual(SENT);
});

test('a password goes through the internet only encrypted', () => {
  const at = (host: string, secure = false) =>
    optionsOf({ host, port: 25, secure, login: LOGIN }).requireTLS;
  expect([at('mail.example'), at('203.0.113.4')]).toEqual([true, true]);
  expect([at('127.0.0.1'), at('postfix'), at('mail.example', true)]).toEqual([false, false, false]);
  const { requireTLS, tls } = optionsOf({ host: 'mail.example', port: 25, secure: false });
  expect([requireTLS, tls.rejectUnauthorized]).toEqual([false, true]);
});

test('addresses with letters beyond ASCII', async () => {
  const { server, connection } = await start({ from: 'Zoë <zoë@bücher.example>' });
  await connection.send({ ...MAIL, to: 'ann@bücher.example', bounceToken: 't' });
  await connection.send({ ...MAIL, to: 'почта@пример.example' });
  expect(server.mails.map(({ envelope }) => envelope)).toEqual([
    { from: 'zoë+t@bücher.example', to: ['ann@bücher.example'] },
    { from: 'zoë@bücher.example', to: ['почта@пример.example'] },
  ]);
});
