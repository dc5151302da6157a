/** A second request that must not be executed. */
const SMUGGLED = 'GET /api/state?smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const EMPTY_CHUNK = `0\r\n\r\n${SMUGGLED}`;
const post = (headers: string, body: string) =>
  `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const chunked = (body: string) => post('Transfer-Encoding: chunked', body);
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;

/** A proxy and the server may disagree about where these end. */
const SMUGGLING: Readonly<Record<string, string>> = {
  'both lengths': post('Content-Length: 4\r\nTransfer-Encoding: chunked', EMPTY_CHUNK),
  'two content lengths': post('Content-Length: 2\r\nContent-Length: 30', `{}${SMUGGLED}`),
  'a list of content lengths': post('Content-Length: 2, 30', `{}${SMUGGLED}`),
  'a signed content length': post('Content-Length: +2', `{}${SMUGGLED}`),
  'a content length in hexadecimal': post('Content-Length: 0x2', `{}${SMUGGLED}`),
  'a content length below zero': post('Content-Length: -1', SMUGGLED),
  'an endless content length': post(`Content-Length: ${'9'.repeat(40)}`, SMUGGLED),
  'a space before the colon': post('Transfer-Encoding : chunked', EMPTY_CHUNK),
  'an unknown transfer encoding': post('Transfer-Encoding: xchunked', EMPTY_CHUNK),
  'chunked, then identity': post('Transfer-Encoding: chunked, identity', EMPTY_CHUNK),
  'chunked twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', EMPTY_CHUNK),
  'a folded header': post('Transfer-Encoding:\r\n chunked', EMPTY_CHUNK),
  'a tab in the encoding': post('Transfer-Encoding:\tchunked\v', EMPTY_CHUNK),
  'a chunk size that overflows': chunked(`fffffffffffffffff\r\n${SMUGGLED}`),
  'a chunk size that is no number': chunked(`zz\r\n${SMUGGLED}`),
  'a chunk that ends with LF alone': chunked(`2\n{}\n0\n\n${SMUGGLED}`),
  'a chunk extension with a line break': chunked(`2;a\n${SMUGGLED}`),
  'a chunk that is cut off': chunked('5\r\n{}'),
  'lines that end with CR alone': `GET /api/state HTTP/1.1\rHost: x\r\r${SMUGGLED}`,
  'a null byte in a header': `GET /api/state HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`,
  'a chunked body': chunked('2\r\n{}\r\n0\r\n\r\n'),
  'a GET with a body': `GET /api/state HTTP/1.1\r\nHost: x\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
};

const BROKEN: Readonly<Record<string, string>> = {
  'nothing but a line': '\r\n\r\n',
  'no HTTP': 'NONSENSE\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n',
  'HTTP/9.9': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'an unknown method': 'FOO /api/state HTTP/1.1\r\nHost: x\r\n\r\n',
  CONNECT: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'no host': 'GET /api/state HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /api/state HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a host with a line break': 'GET / HTTP/1.1\r\nHost: a\nX-Injected: 1\r\n\r\n',
  'spaces in the address': 'GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n',
  'bytes in the address': get('/\x01\xff\xfe'),
  'bytes above ASCII in a page': get('/BLOG/\xc3\xa4\xff?\xff'),
  'bytes above ASCII in a query': get('/blog?q=\xff\xfe&tag=\xc3'),
  'bytes above ASCII in a call': get('/api/posts/\xff\xc3?q=\x80'),
  'a whole address': get('http://evil.example/api/state'),
  'another scheme': get('file:///etc/passwd'),
  'a backslash host': get('/\\evil.example/%2f..'),
  'a slash host': get('//evil.example/a/'),
  'an asterisk': 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'steps upwards': get('/../../../../etc/passwd'),
  'steps upwards from the files': get('/assets/../../../package.json'),
  'a very long address': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a very long header': `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(30_000)}\r\n\r\n`,
  'thousands of headers': `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
  'an expectation that nobody knows': get('/api/state', 'Expect: wonders\r\n'),
  'an upgrade':
    'GET /api/state HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'a header without a name': 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
  'a header without a colon': 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n',
  'two authorizations': get(
    '/api/admin/posts',
    'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n',
  ),
  'a body that never comes': post('Content-Length: 100', '{"username":'),
};

/** Each gets at most one response; more means that a body was parsed as a request. */
export const RAW_REQUESTS: readonly [string, string][] = Object.entries({
  ...SMUGGLING,
  ...BROKEN,
});

export function findRawFault(received: string): string | undefined {
  // Without 1xx.
  const statuses = [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) =>
    Number(status),
  );
  const failed = statuses.find((status) => status >= 500);
  if (failed) return `answers ${failed}`;
  if (statuses.length > 1) return `answers ${statuses.length} times`;
  return /^x-injected:/im.test(received) ? 'has a header that the request wrote' : undefined;
}
