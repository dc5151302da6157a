/** Requests that no HTTP client would send, with the marker that a second, hidden one would show. */
const SMUGGLED = 'GET /api/state?smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const post = (headers: string, body: string) =>
  `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

export type Raw = {
  readonly what: string;
  readonly bytes: string;
  /** How many answers there may be at most: more would mean that a body was taken for a request. */
  readonly answers: number;
};

const one = (what: string, bytes: string): Raw => ({ what, bytes, answers: 1 });

/** Where a proxy and the server could disagree about where a request ends. */
const SMUGGLING: readonly Raw[] = [
  one(
    'both lengths',
    post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`),
  ),
  one('two content lengths', post('Content-Length: 2\r\nContent-Length: 30\r\n', `{}${SMUGGLED}`)),
  one('a list of content lengths', post('Content-Length: 2, 30\r\n', `{}${SMUGGLED}`)),
  one('a signed content length', post('Content-Length: +2\r\n', `{}${SMUGGLED}`)),
  one('a content length in hexadecimal', post('Content-Length: 0x2\r\n', `{}${SMUGGLED}`)),
  one('a content length below zero', post('Content-Length: -1\r\n', SMUGGLED)),
  one('an endless content length', post(`Content-Length: ${'9'.repeat(40)}\r\n`, SMUGGLED)),
  one('a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${SMUGGLED}`)),
  one(
    'an unknown transfer encoding',
    post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`),
  ),
  one(
    'chunked, then identity',
    post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`),
  ),
  one(
    'chunked twice',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n', `0\r\n\r\n${SMUGGLED}`),
  ),
  one('a folded header', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${SMUGGLED}`)),
  one('a tab in the encoding', post('Transfer-Encoding:\tchunked\v\r\n', `0\r\n\r\n${SMUGGLED}`)),
  one(
    'a chunk size that overflows',
    post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${SMUGGLED}`),
  ),
  one(
    'a chunk size that is no number',
    post('Transfer-Encoding: chunked\r\n', `zz\r\n${SMUGGLED}`),
  ),
  one(
    'a chunk that ends with LF alone',
    post('Transfer-Encoding: chunked\r\n', `2\n{}\n0\n\n${SMUGGLED}`),
  ),
  one(
    'a chunk extension with a line break',
    post('Transfer-Encoding: chunked\r\n', `2;a\n${SMUGGLED}`),
  ),
  one('a chunk that is cut off', post('Transfer-Encoding: chunked\r\n', '5\r\n{}')),
  one('lines that end with CR alone', `GET /api/state HTTP/1.1\rHost: x\r\r${SMUGGLED}`),
  one('a null byte in a header', `GET /api/state HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`),
  {
    what: 'a chunked body',
    bytes: post('Transfer-Encoding: chunked\r\n', `${chunk('{}')}0\r\n\r\n`),
    answers: 1,
  },
  {
    what: 'a GET with a body',
    bytes: `GET /api/state HTTP/1.1\r\nHost: x\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
    answers: 1,
  },
];

const BROKEN: readonly Raw[] = [
  one('nothing but a line', '\r\n\r\n'),
  one('no HTTP', 'NONSENSE\r\n\r\n'),
  one('TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  one('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  one('HTTP/0.9', 'GET /\r\n'),
  one('HTTP/9.9', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'),
  one('an unknown method', 'FOO /api/state HTTP/1.1\r\nHost: x\r\n\r\n'),
  one('CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
  one('no host', 'GET /api/state HTTP/1.1\r\n\r\n'),
  one('two hosts', 'GET /api/state HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'),
  one('a host with a line break', 'GET / HTTP/1.1\r\nHost: a\nX-Injected: 1\r\n\r\n'),
  one('spaces in the address', 'GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n'),
  one('bytes in the address', 'GET /\x01\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  one(
    'bytes above ASCII in a page',
    'GET /BLOG/\xc3\xa4\xff?\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one(
    'bytes above ASCII in a query',
    'GET /blog?q=\xff\xfe&tag=\xc3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one(
    'bytes above ASCII in a call',
    'GET /api/posts/\xff\xc3?q=\x80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one(
    'a whole address',
    'GET http://evil.example/api/state HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one('another scheme', 'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  one(
    'a backslash host',
    'GET /\\evil.example/%2f.. HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one('a slash host', 'GET //evil.example/a/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  one('an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  one(
    'steps upwards',
    'GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one(
    'steps upwards from the files',
    'GET /assets/../../../package.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ),
  one('a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  one('a very long header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(30_000)}\r\n\r\n`),
  one('thousands of headers', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`),
  one(
    'an expectation that nobody knows',
    'GET /api/state HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
  ),
  one(
    'an upgrade',
    'GET /api/state HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ),
  one('a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'),
  one('a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'),
  one(
    'two authorizations',
    'GET /api/admin/posts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
  ),
  one('a body that never comes', post('Content-Length: 100\r\n', '{"username":')),
];

export const RAW_REQUESTS: readonly Raw[] = [...SMUGGLING, ...BROKEN];

/** What is wrong with what came back; undefined where all is well. */
export function rawFault({ answers }: Raw, received: string): string | undefined {
  // Interim answers are no answers of their own.
  const statuses = [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) =>
    Number(status),
  );
  const failed = statuses.find((status) => status >= 500);
  if (failed) return `answers ${failed}`;
  if (statuses.length > answers) return `answers ${statuses.length} times`;
  return /^x-injected:/im.test(received) ? 'has a header that the request wrote' : undefined;
}
