import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  PASSWORD,
  postFields,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { SOFTWARE_COMMIT } from '../software-version.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function rawExchange(site: TestApp, bytes: string, afterResponse?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = site.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => {
      if (received === '' && afterResponse) socket.write(afterResponse);
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

eachDialect((open) => {
  const BAD_BODIES: ReadonlyArray<readonly [string, string | Buffer, number]> = [
    ['nothing', '', 400],
    [
      'a body of another character set',
      Buffer.from('{"title":"caf\xe9","content":"c","excerpt":"e"}', 'latin1'),
      400,
    ],
    [
      'more tags than 50 between commas',
      JSON.stringify({
        ...postFields,
        tags: ['a,b,c', ...Array.from({ length: 49 }, (_, n) => `t${n}`)],
      }),
      400,
    ],
    [
      'a path that begins like an address',
      JSON.stringify({ ...postFields, featured_image: 'httpfoo.png' }),
      400,
    ],
    [
      'an image path that climbs in disguise',
      JSON.stringify({ ...postFields, featured_image: '/a/%2e%2e/x' }),
      400,
    ],
    ['malformed JSON', '{"title": ', 400],
    ['not an object', '"text"', 400],
    ['null', 'null', 400],
    ['an array', '[]', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['wrong types', JSON.stringify({ ...postFields, title: 7, tags: 'x', published: 'yes' }), 400],
    ['a missing title', JSON.stringify({ ...postFields, title: undefined }), 400],
    ['a missing excerpt', JSON.stringify({ ...postFields, excerpt: undefined }), 400],
    ['a missing content', JSON.stringify({ ...postFields, content: undefined }), 400],
    ['a blank title', JSON.stringify({ ...postFields, title: ' \n ' }), 400],
    ['a null title', JSON.stringify({ ...postFields, title: null }), 400],
    ['an unknown field', JSON.stringify({ ...postFields, author: 'me' }), 400],
    ['a field that the server sets', JSON.stringify({ ...postFields, id: 'x' }), 400],
    ['a null byte in the title', JSON.stringify({ ...postFields, title: 'a\0b' }), 400],
    ['a null byte in the content', JSON.stringify({ ...postFields, content: 'a\0b' }), 400],
    ['a lone surrogate', '{"title":"\\ud800","content":"c","excerpt":"e"}', 400],
    [
      'a lone surrogate in a tag',
      '{"title":"t","content":"c","excerpt":"e","tags":["\\udc00"]}',
      400,
    ],
    ['a title too long', JSON.stringify({ ...postFields, title: 'x'.repeat(301) }), 400],
    ['a content too long', JSON.stringify({ ...postFields, content: 'x'.repeat(1_000_001) }), 400],
    ['5 MB of content', JSON.stringify({ ...postFields, content: 'x'.repeat(5_000_000) }), 413],
    ['too many tags', JSON.stringify({ ...postFields, tags: Array(51).fill('t') }), 400],
    ['deep nesting', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['deep nesting of objects', `{"title":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, 400],
    [
      'tags left open by the thousands',
      JSON.stringify({ ...postFields, content: '<div>'.repeat(50_000) }),
      400,
    ],
    ['__proto__', '{"title":"t","content":"c","excerpt":"e","__proto__":{"published":true}}', 400],
    [
      'constructor.prototype',
      '{"title":"t","content":"c","excerpt":"e","constructor":{"prototype":{"a":1}}}',
      400,
    ],
    [
      'a javascript: image',
      JSON.stringify({ ...postFields, featured_image: 'javascript:alert(1)' }),
      400,
    ],
    [
      'a data: image',
      JSON.stringify({ ...postFields, featured_image: 'data:image/png;base64,AA' }),
      400,
    ],
    [
      'an image of another scheme',
      JSON.stringify({ ...postFields, featured_image: 'ftp://example.com/a.png' }),
      400,
    ],
    [
      'an image on any host',
      JSON.stringify({ ...postFields, featured_image: '//example.com/a.png' }),
      400,
    ],
    [
      'an image path that climbs',
      JSON.stringify({ ...postFields, featured_image: '/uploads/../../a.png' }),
      400,
    ],
    ['a malformed slug', JSON.stringify({ ...postFields, slug: 'Not A Slug' }), 400],
    ['a reserved slug', JSON.stringify({ ...postFields, slug: 'new' }), 400],
  ];

  test.each(BAD_BODIES)(
    'a post of %s is refused and changes nothing',
    async (_what, payload, status) => {
      const { login, get, request, createPost } = await startTestApp(open);
      const token = await login();
      const existing = await createPost(token);
      const before = (await get('/api/admin/posts', token)).body;
      for (const target of [
        { method: 'POST', url: '/api/admin/posts' },
        { method: 'PUT', url: `/api/admin/posts/${existing.id}` },
      ] as const) {
        expectProblem(await request({ ...target, payload, headers: JSON_TYPE }, token), status);
      }
      expect((await get('/api/admin/posts', token)).body).toBe(before);
    },
  );

  test('all errors of all fields are reported together', async () => {
    const { login, request } = await startTestApp(open);
    const response = await request(
      {
        method: 'POST',
        url: '/api/admin/posts',
        payload: { title: '', tags: 'x', published: 1, excerpt: 'x'.repeat(5001), nonsense: true },
      },
      await login(),
    );
    expectProblem(response, 400, {
      type: 'urn:longhand:problem:invalid-input',
      errors: {
        title: ['must not be empty'],
        content: ['is required'],
        excerpt: ['must have at most 5000 characters'],
        tags: ['must be a list'],
        published: ['must be true or false'],
        nonsense: ['is not a known field'],
      },
    });
  });

  test('deleting and logging out work for a client that always sends a JSON content type', async () => {
    const { login, request, createPost } = await startTestApp(open);
    const token = await login();
    const { id } = await createPost(token);
    const headers = JSON_TYPE;
    expect(
      (await request({ method: 'DELETE', url: `/api/admin/posts/${id}`, headers }, token))
        .statusCode,
    ).toBe(204);
    expect((await request({ method: 'POST', url: '/api/logout', headers }, token)).statusCode).toBe(
      204,
    );
  });

  test('a client without a session cannot make the server read or write megabytes', async () => {
    const { request } = await startTestApp(open);
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, 1]));
    const many = await request({ method: 'POST', url: '/api/login', payload: keys });
    expectProblem(many, 400);
    expect(many.body.length).toBeLessThan(5_000);
    const big = { username: 'x'.repeat(100_000), password: 'x' };
    expectProblem(await request({ method: 'POST', url: '/api/login', payload: big }), 413);
  });

  test.each([
    ['another character set', { 'content-type': 'application/json; charset=utf-16' }],
    ['a compressed body', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    ['no content type', {}],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['nonsense', { 'content-type': 'nonsense' }],
  ])('a body with %s is 415', async (_what, headers) => {
    const { login, request } = await startTestApp(open);
    const payload = Buffer.from(JSON.stringify(postFields));
    const token = await login();
    expectProblem(
      await request({ method: 'POST', url: '/api/admin/posts', payload, headers }, token),
      415,
    );
    expectProblem(await request({ method: 'POST', url: '/api/login', payload, headers }), 415);
  });

  test.each([
    [{}, 400],
    [{ username: 'admin' }, 400],
    [{ username: '', password: '' }, 400],
    [{ username: 'admin', password: ['x'] }, 400],
    [{ username: 'admin', password: 'x', remember: true }, 400],
    [{ username: 'a\0', password: 'x' }, 400],
    [{ username: 'admin', password: 'x'.repeat(1001) }, 400],
  ])('a login of %j is %i', async (payload, status) => {
    const { request } = await startTestApp(open);
    expectProblem(await request({ method: 'POST', url: '/api/login', payload }), status);
  });

  test('unknown paths are 404, known ones with another method 405 with the allowed methods', async () => {
    const { get, request } = await startTestApp(open);
    for (const url of [
      '/api',
      '/api/nothing',
      '/api/posts/a/b',
      '/uploads',
      '/uploads/../package.json',
    ]) {
      expectProblem(await get(url), 404);
    }
    for (const [method, url, allow] of [
      ['PATCH', '/api/posts', 'GET, HEAD'],
      ['POST', '/api/tags', 'GET, HEAD'],
      ['PUT', '/api/login', 'GET, HEAD, POST'],
      ['DELETE', '/api/admin/posts', 'GET, HEAD, POST'],
      ['GET', '/api/admin/posts/7', 'DELETE, PUT'],
      ['POST', '/api/admin/posts/7/revisions', 'GET, HEAD'],
      ['DELETE', '/api/admin/posts/7/revisions/1', 'GET, HEAD'],
      ['GET', '/api/admin/preview', 'POST'],
      ['DELETE', '/api/admin/trash', 'GET, HEAD'],
      ['GET', '/api/admin/trash/7/restore', 'POST'],
      ['PUT', '/healthz', 'GET, HEAD'],
      ['DELETE', '/api/openapi.json', 'GET, HEAD'],
    ] as const) {
      const response = await request({ method, url });
      expectProblem(response, 405);
      expect(response.headers.allow).toBe(allow);
    }
  });

  test('a URL that cannot be decoded is 400', async () => {
    const { get } = await startTestApp(open);
    expectProblem(await get('/api/posts/%E0%A4%A'), 400);
  });

  test('HEAD responds as GET does, without a body', async () => {
    const { request, get } = await startTestApp(open);
    const [head, full] = [
      await request({ method: 'HEAD', url: '/api/posts' }),
      await get('/api/posts'),
    ];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
  });

  test('invalid HTTP, two Host headers and oversized headers get a problem, too', async () => {
    const site = await startTestApp(open);
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const nonsense = await rawExchange(site, 'NONSENSE\r\n\r\n');
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /);
    expect(nonsense).toContain('application/problem+json');
    const overflow = await rawExchange(
      site,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    const twoHosts = await rawExchange(
      site,
      'GET /healthz HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\nConnection: close\r\n\r\n',
    );
    expect(twoHosts).toMatch(/^HTTP\/1\.1 400 /);
    expect(twoHosts).toContain('application/problem+json');
    expect(twoHosts).toContain('The request has more than one Host header.');
    expect(overflow).toMatch(/^HTTP\/1\.1 431 /);
    expect(overflow).toContain('urn:longhand:problem:headers-too-large');
  });

  test('nothing is written into a response that has begun', async () => {
    const site = await startTestApp(open);
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const received = await rawExchange(
      site,
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      'NONSENSE\r\n\r\n',
    );
    expect(received).toContain('{"status":"ok","version":"');
    expect(received).not.toContain('malformed-request');
  });

  test('an internal error is not disclosed; the request id leads to it in the log', async () => {
    const site = await startTestApp(open);
    await site.db.schema.dropTable('post_tags').execute();
    site.expectLoggedError(/no such table: post_tags|"post_tags" does not exist/);
    const response = await site.get('/api/tags');
    expectProblem(response, 500, { request_id: response.headers['x-request-id'] });
    expect(response.body).not.toContain('post_tags');
    expect(site.log.find((line) => line.level === 50)).toMatchObject({
      reqId: response.headers['x-request-id'],
    });
  });

  for (const access of ['off', 'short', 'full'])
    test(`with LOG_ACCESS=${access}, a failure is logged without an address or a query`, async () => {
      const site = await startTestApp(open, { LOG_ACCESS: access });
      await site.db.schema.dropTable('post_tags').execute();
      site.expectLoggedError(/no such table: post_tags|"post_tags" does not exist/);
      const response = await site.get('/api/tags?q=secret');
      expectProblem(response, 500, { request_id: response.headers['x-request-id'] });
      const failure = site.log.find((line) => line.level === 50);
      expect(failure).toMatchObject({
        reqId: response.headers['x-request-id'],
        method: 'GET',
        url: '/api/tags',
      });
      expect(failure).not.toHaveProperty('address');
      const { length } = site.log.filter(({ msg }) => msg === 'GET /api/tags 500');
      expect(length).toBe(access === 'off' ? 0 : 1);
      expect(JSON.stringify(site.log)).not.toContain('secret');
    });

  test('the log contains no query, header or body', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const headers = {
      cookie: 'a=secret',
      referer: 'https://a.example/?secret',
      'x-secret': 'secret',
    };
    for (const url of [
      '/api/posts?q=secret',
      '/api/posts?limit=secret',
      '/api/none?secret',
      '/%zz?secret',
    ])
      await site.request({ method: 'GET', url, headers });
    const payload = { username: 'secret', password: 'secret' };
    await site.request({ method: 'POST', url: '/api/login?secret', payload });
    await site.request({ method: 'POST', url: '/api/admin/posts', payload }, token);
    await site.request({ method: 'POST', url: '/api/admin/posts', payload: '{"secret' }, token);
    expect(site.log.length).toBeGreaterThan(6);
    const text = JSON.stringify(site.log);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(token);
    expect(text).not.toContain(PASSWORD);
  });

  test('a download ticket is not in the log, whatever the method', async () => {
    const site = await startTestApp(open);
    const ticket = 'x'.repeat(43);
    for (const method of ['GET', 'HEAD', 'DELETE'] as const)
      await site.request({ method, url: `/api/backups/${ticket}?x=1` });
    const lines = site.log.filter(({ msg }) => msg.includes('/api/backups/'));
    expect(lines.map(({ msg }) => msg)).toEqual([
      'GET /api/backups/:ticket 404',
      'HEAD /api/backups/:ticket 405',
      'DELETE /api/backups/:ticket 405',
    ]);
    expect(JSON.stringify(site.log)).not.toContain(ticket);
  });

  test('while the database does not respond, the process is healthy but not ready', async () => {
    const site = await startTestApp(open);
    // Of the disk it speaks once that was looked at.
    const { disk = 'ok', ...health } = (await site.get('/healthz')).json();
    expect({ disk, ...health }).toEqual({
      ...{ status: 'ok', disk: 'ok' },
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: SOFTWARE_COMMIT,
    });
    expect((await site.get('/readyz')).json()).toEqual({ status: 'ok' });
    // The last job that uses the table.
    const noted = site.db
      .selectFrom('settings')
      .where('name', '=', 'uploads_noted_at')
      .select('name');
    await expect.poll(() => noted.execute()).toHaveLength(1);
    await site.db.schema.dropTable('settings').execute();
    site.expectLoggedError(
      /^The database does not respond\.: (no such table: settings|relation "settings" does not exist)$/,
    );
    expect((await site.get('/healthz')).statusCode).toBe(200);
    const response = await site.get('/readyz');
    expectProblem(response, 503);
    expect(response.headers['retry-after']).toBe('5');
  });

  test('every response has the security headers', async () => {
    const { get } = await startTestApp(open, { SITE_URL: 'https://blog.example' });
    for (const url of ['/api/posts', '/api/nothing', '/healthz']) {
      expect((await get(url)).headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; .*frame-ancestors 'none'$/,
        ),
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
  });

  test('HSTS is only sent by a site with https', async () => {
    const { get } = await startTestApp(open);
    expect((await get('/api/posts')).headers).not.toHaveProperty('strict-transport-security');
  });

  test('CORS is allowed for WEB_ORIGINS only', async () => {
    const { request } = await startTestApp(open, {
      WEB_ORIGINS: 'https://a.example, https://b.example',
    });
    const from = (origin: string, headers = {}) =>
      request({ method: 'GET', url: '/api/posts', headers: { origin, ...headers } });
    expect((await from('https://b.example')).headers['access-control-allow-origin']).toBe(
      'https://b.example',
    );
    expect((await from('https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    const preflight = await request({
      method: 'OPTIONS',
      url: '/api/admin/posts/01900000-0000-7000-8000-000000000000',
      headers: {
        origin: 'https://a.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('https://a.example');
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
    expect(preflight.headers['access-control-allow-headers']).toContain('if-match');
    expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key');
  });

  test('without WEB_ORIGINS there are no CORS headers', async () => {
    const { request } = await startTestApp(open);
    const response = await request({
      method: 'GET',
      url: '/api/posts',
      headers: { origin: 'https://a.example' },
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('closing lets a pending request finish', async () => {
    const site = await startTestApp(open);
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.server.address() as AddressInfo;
    const body = JSON.stringify({ username: 'admin', password: 'wrong' });
    const slow = httpRequest({
      port,
      method: 'POST',
      path: '/api/login',
      headers: { ...JSON_TYPE, 'content-length': body.length },
    });
    const received = once(site.app.server, 'request');
    const answered = once(slow, 'response');
    slow.write(body.slice(0, 5));
    await received;
    const closed = site.app.close();
    slow.end(body.slice(5));
    const [response] = await answered;
    expect(response.statusCode).toBe(401);
    response.resume();
    await closed;
  });
});
