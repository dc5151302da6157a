import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { newsletter, type SendUncached } from './newsletter.ts';

const SITE = { url: 'https://blog.example', apiUrl: '' };

const MULTIPART = 'multipart/form-data; boundary=-5f8a';

type Options = { path?: string; body?: string; headers?: Record<string, string> };

/** What the API is asked, and what the page answers, with a page that asks at once. */
async function post({ path = '/newsletter', body = '', headers = {} }: Options) {
  const asked: unknown[] = [];
  const app = Fastify();
  onTestFinished(() => app.close());
  const sendUncached: SendUncached = async (_request, reply, added, submitted) => {
    const form = Object.fromEntries(submitted?.form ?? []);
    const answer = await submitted?.post('/call', form);
    return reply
      .headers(added)
      .code(answer?.status ?? 200)
      .send(form);
  };
  await app.register(newsletter, {
    site: SITE,
    sendUncached,
    async fetchApi(call, _id, submission) {
      asked.push([call, submission]);
      return new Response(null, { status: 202 });
    },
  });
  const response = await app.inject({
    method: 'POST',
    url: path,
    remoteAddress: '192.0.2.7',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });
  return { response, asked };
}

test('the form is passed on with the address of the visitor', async () => {
  const body = 'email=reader%40example.com&website=';
  const { response, asked } = await post({ body });
  expect(response.statusCode).toBe(202);
  expect(response.headers['cache-control']).toBe('no-store');
  const sent = { email: 'reader@example.com', website: '' };
  expect(asked).toEqual([['/call', { body: sent, address: '192.0.2.7' }]]);
});

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://www.blog.example' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://blog.example' }, true],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, true],
  [{ origin: 'https://other.example' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'nonsense' }, false],
])('a form with %j is passed on: %s', async (headers, isPassedOn) => {
  const { response, asked } = await post({ body: 'email=a%40example.com', headers });
  expect(response.statusCode).toBe(isPassedOn ? 202 : 403);
  expect(asked).toHaveLength(isPassedOn ? 1 : 0);
  // What was typed is not lost.
  expect(response.json()).toEqual({ email: 'a@example.com' });
});

const part = (name: string, value: string) =>
  `---5f8a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE =
  '---5f8a\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nz\r\n---5f8a--\r\n';

test.each([
  [MULTIPART, part('email', 'ü@example.com') + FILE, { email: 'ü@example.com' }],
  ['Multipart/Form-Data; boundary="-5f8a"', `${part('email', 'a')}---5f8a--\r\n`, { email: 'a' }],
  ['application/json; charset=utf-8', '{"email":"a@b.c","n":1,"o":{}}', { email: 'a@b.c' }],
  [MULTIPART, 'email=a', {}],
  ['multipart/form-data', 'email=a', {}],
  ['application/json', '{"email":', {}],
  ['application/json', 'null', {}],
])('a form can come as %s: %j', async (type, body, form) => {
  const { response, asked } = await post({ body, headers: { 'content-type': type } });
  expect(response.json()).toEqual(form);
  expect(asked).toEqual([['/call', { body: form, address: '192.0.2.7' }]]);
});

test.each(['text/plain', 'text/csv', 'nonsense'])('%s is no form', async (type) => {
  const { response, asked } = await post({ body: 'email=a', headers: { 'content-type': type } });
  expect(response.statusCode).toBe(415);
  expect(asked).toEqual([]);
});

test('a form that is too long is an empty one', async () => {
  const { response } = await post({ body: `email=${'a'.repeat(9_000)}` });
  expect(response.json()).toEqual({});
});

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    MULTIPART,
    '---5f8a\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n---5f8a--\r\n',
  ],
  ['application/json', '{"not": "read"}'],
  ['text/plain', ''],
])('a mail program leaves with %s, from wherever it is', async (type, body) => {
  const headers = { 'content-type': type, origin: 'https://mail.example' };
  const { response, asked } = await post({ path: '/newsletter/leave/token', body, headers });
  expect(response.statusCode).toBe(202);
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(asked).toEqual([['/call', { body: {}, address: '192.0.2.7' }]]);
});
