import { expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '../test-support/mail-server.ts';
import { freePort, startServer, temporaryFolder } from '../test-support/server-process.ts';

const MAIL_FROM = 'Post <post@blog.example>';

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  return server;
}

type Sent = { readonly visitor?: string; readonly headers?: Record<string, string> };

/** A form as a browser sends it. Without a visitor, the proxy is one itself. */
function submit(url: string, email: string, { visitor, headers = {} }: Sent = {}) {
  return fetch(`${url}/newsletter`, {
    method: 'POST',
    body: new URLSearchParams({ email, website: '' }),
    headers: { ...(visitor && { 'x-forwarded-for': visitor }), ...headers },
  });
}

/** Whether a visitor's limit leaves others alone. */
async function expectLimitPerVisitor(url: string): Promise<void> {
  const visitor = '192.0.2.1';
  for (let n = 0; n < 20; n += 1)
    expect((await submit(url, `a${n}@reader.example`, { visitor })).status).toBe(200);
  const refused = await submit(url, 'b@reader.example', { visitor });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const html = await refused.text();
  expect(html).toContain('Too many attempts. Please try again in an hour.');
  expect(html).toContain('value="b@reader.example"');
  const other = await submit(url, 'b@reader.example', { visitor: '192.0.2.2' });
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await other.text()).not.toContain('b@reader.example');
}

/** The links of a confirmation mail to this address. */
async function confirmationLink(mail: MailServer, email: string): Promise<URL> {
  await expect.poll(() => mail.mailsTo(email)).not.toEqual([]);
  const [link = ''] = /http:\/\/\S+\/newsletter\/confirm\/\S+/.exec(
    mail.mailsTo(email)[0]?.text ?? '',
  ) ?? [''];
  return new URL(link);
}

test('a limit counts visitors, also without scripts, and no link is in the log', async () => {
  const mail = await mailServer();
  const site = await startServer({
    ...{ DATA_DIR: temporaryFolder(), SMTP_URL: mail.url, MAIL_FROM },
    ...{ TRUST_PROXY: 'loopback', LOG_ACCESS: 'full', LOG_LEVEL: 'trace' },
  });
  await expectLimitPerVisitor(site.url);
  const { pathname } = await confirmationLink(mail, 'b@reader.example');
  const link = site.url + pathname;

  for (const method of ['HEAD', 'GET', 'GET']) {
    const shown = await fetch(link, { method });
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (method === 'GET') expect(await shown.text()).toContain('Confirm your subscription');
  }
  for (const method of ['POST', 'POST', 'GET'])
    expect(await (await fetch(link, { method })).text()).toContain('You are subscribed');
  const put = await fetch(link, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  for (const address of [link.toUpperCase(), `${link}/`, link.replace('/news', '//news')])
    await fetch(address.replace(/^HTTP:\/\/[^/]*/, site.url));

  site.child.kill('SIGTERM');
  await site.exited;
  const log = site.output.stdout + site.output.stderr;
  expect(log).toContain('/newsletter/confirm/:token');
  expect(log.toLowerCase()).not.toContain(pathname.split('/').at(-1));
  expect(log).not.toContain('reader.example');
});

test('links that do not work are 404 pages that say what to do', async () => {
  const mail = await mailServer();
  const { url } = await startServer({
    ...{ DATA_DIR: temporaryFolder(), SMTP_URL: mail.url, MAIL_FROM },
  });
  for (const [action, text] of [
    ['confirm', 'Enter your address again'],
    ['leave', 'copy all of it from the email'],
  ])
    for (const token of ['0', '0'.repeat(32), 'x'.repeat(5_000), '%00'])
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${url}/newsletter/${action}/${token}`, { method });
        expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
        expect(await response.text()).toContain(text);
      }
  for (const path of ['/newsletter/other/0', '/newsletter/confirm'])
    expect((await fetch(url + path)).status).toBe(404);
});

test('a form of another site is refused, and what is no form has a page, too', async () => {
  const mail = await mailServer();
  const { url } = await startServer({
    ...{ DATA_DIR: temporaryFolder(), SMTP_URL: mail.url, MAIL_FROM },
  });
  const foreign = await submit(url, 'a@reader.example', {
    headers: { origin: 'https://other.example' },
  });
  expect(foreign.status).toBe(403);
  const html = await foreign.text();
  expect(html).toContain('The form was sent from another site');
  expect(html).toContain('value="a@reader.example"');
  const bodies = [new URLSearchParams({ email: 'x'.repeat(9_000) }), new FormData(), undefined];
  for (const body of bodies) {
    const response = await fetch(`${url}/newsletter`, { method: 'POST', body: body ?? null });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('That does not look like an email address.');
  }
  const noForm = await fetch(`${url}/newsletter`, { method: 'POST', body: 'a text' });
  expect(noForm.status).toBe(415);
  const page = await fetch(`${url}/newsletter`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=0, must-revalidate',
  ]);
  expect(mail.mails).toEqual([]);
});

test('without mail the form says the truth, and there is no page', async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder() });
  expect((await fetch(`${url}/newsletter`)).status).toBe(404);
  const refused = await submit(url, 'a@reader.example');
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('nothing was sent or stored');
  const home = await (await fetch(url)).text();
  expect(home).not.toContain('action="/newsletter"');
  expect(home).toContain('The newsletter has not started yet; nothing is sent or stored.');
});

test('on two hosts visitors are counted, if the API trusts the host of the site', async () => {
  const mail = await mailServer();
  const port = await freePort();
  const SITE_URL = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ DATA_DIR: temporaryFolder(), PORT: String(await freePort()), SITE_URL },
    ...{ TRUST_PROXY: 'loopback', WEB_ORIGINS: SITE_URL },
  };
  const api = await startServer({ ...settings, SMTP_URL: mail.url, MAIL_FROM }, 'api');
  const web = { API_URL: api.url, PORT: String(port), SITE_URL, TRUST_PROXY: 'loopback' };
  const { url, child, exited } = await startServer(web, 'web');
  await expectLimitPerVisitor(url);
  const link = await confirmationLink(mail, 'b@reader.example');
  expect(await (await fetch(link, { method: 'POST' })).text()).toContain('You are subscribed');
  // What the script in the page sends, from one origin to the other.
  const preflight = await fetch(`${api.url}/api/newsletter`, {
    method: 'OPTIONS',
    headers: {
      origin: SITE_URL,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(SITE_URL);
  api.child.kill('SIGKILL');
  await api.exited;
  const failed = await submit(url, 'c@reader.example');
  expect(failed.status).toBe(503);
  const html = await failed.text();
  expect(html).toContain('That did not work: the server did not answer.');
  expect(html).toContain('value="c@reader.example"');
  expect((await fetch(link)).status).toBe(503);
  const readHome = async () => (await fetch(url)).text();
  expect(await readHome()).toContain('action="/newsletter"');
  await startServer(settings, 'api');
  await expect.poll(readHome).toContain('The newsletter has not started yet');
  child.kill('SIGTERM');
  await exited;
});
