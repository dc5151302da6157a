import { expect, test } from 'vitest';
import { openSession } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import { startServer, temporaryFolder } from '../test-support/server-process.ts';
import { ADMIN_PASSWORD } from '../test-support/site.ts';

const ADDRESSES = [
  '/2009/09/05/hello/',
  '/2009/09/05/hello',
  '/2009/09/05/HELLO/',
  '/2009//09/05/h%65llo/',
  '/?p=7',
  '//?p=7',
  '/hello.html',
  '/index.php/hello/',
  '/blog/2009/hello/',
  '/Caf%C3%A9/',
  '/café',
];

async function startWithPost(settings: Record<string, string> = {}, part?: 'api') {
  const server = await startServer(
    { DATA_DIR: temporaryFolder(), ADMIN_PASSWORD, ...settings },
    part,
  );
  const headers = { authorization: `Bearer ${await openSession(server.url)}` };
  const send = async (method: string, path: string, body: unknown, status = 201) => {
    const url = `${server.url}/api/admin${path}`;
    const response = await requestOk(url, { method, headers, body }, status);
    return JSON.parse(response.body.toString() || 'null');
  };
  const post = { title: 'Hello', excerpt: 'E', content: 'C', tags: ['Big News'], published: true };
  const { id } = await send('POST', '/posts', post);
  // Several of them are spellings of one.
  const lines = ADDRESSES.map((from) => `${from},/blog/hello`);
  await fetch(`${server.url}/api/admin/redirects.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: ['from,to', ...lines].join('\n'),
  });
  await send('POST', '/redirects', { from: '/tag/big-news/', to: '/topics/big%20news' });
  await send('POST', '/redirects', { from: '/away', to: 'https://elsewhere.example/x' });
  return { ...server, send, post, id };
}

async function redirectOf(url: string, method = 'GET') {
  const response = await fetch(url, { method, redirect: 'manual' });
  return [response.status, response.headers.get('location')];
}

test('old addresses lead to a post in one step, in every spelling, also after its slug has changed', async () => {
  const { url, send, post, id } = await startWithPost();
  for (const path of ADDRESSES)
    for (const method of ['GET', 'HEAD'])
      expect([path, ...(await redirectOf(url + path, method))]).toEqual([path, 301, '/blog/hello']);
  await send('PUT', `/posts/${id}`, { ...post, slug: 'moved' }, 200);
  for (const path of [...ADDRESSES, '/blog/hello/', '/Blog/Hello'])
    expect([path, ...(await redirectOf(url + path))]).toEqual([path, 301, '/blog/moved']);
  expect(await redirectOf(`${url}/hello.html?utm_source=x`)).toEqual([
    301,
    '/blog/moved?utm_source=x',
  ]);
  expect(await redirectOf(`${url}/?utm_source=x&p=7`)).toEqual([301, '/blog/moved?utm_source=x']);
  expect(await redirectOf(`${url}/tag/big-news/`)).toEqual([301, '/topics/Big%20News']);
  expect(await redirectOf(`${url}/away/?a=b`)).toEqual([301, 'https://elsewhere.example/x']);
  expect(await redirectOf(`${url}/?p=8`)).toEqual([200, null]);
  expect(await redirectOf(`${url}/nothing/at/all`)).toEqual([404, null]);
  await send('PUT', `/posts/${id}`, { ...post, published: false }, 200);
  for (const path of ['/hello.html', '/2009/09/05/hello', '/blog/2009/hello'])
    expect(await redirectOf(url + path)).toEqual([404, null]);
  await send('PUT', `/posts/${id}`, { ...post, published: true }, 200);
  await send('DELETE', `/posts/${id}`, undefined, 204);
  await send('POST', '/redirects', { from: '/blog/moved', to: '/about' });
  expect(await redirectOf(`${url}/blog/moved/`)).toEqual([301, '/about']);
  await send('POST', `/trash/${id}/restore`, undefined, 200);
  expect(await redirectOf(`${url}/blog/moved`)).toEqual([200, null]);
});

test('the same with the API on another host', async () => {
  const api = await startWithPost({}, 'api');
  const { url } = await startServer({ API_URL: api.url }, 'web');
  for (const path of ADDRESSES)
    expect([path, ...(await redirectOf(url + path))]).toEqual([path, 301, '/blog/hello']);
});
