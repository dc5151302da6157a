/** Parts of requests that careless servers misinterpret. */

const words = (text: string) => text.trim().split(/\s+/);

export const ODD_STEPS = [
  ...words(`
    %00 %ff %c0%ae%c0%ae %E0%A4%A % %zz %2e%2e%2f ..%2f..%2flonghand.sqlite ..%5c..%5c
    %252e%252e%252f . .. ... %20 + a%0d%0ax-injected:%201 %E2%80%AE %F4%8F%BF%BF %EF%BF%BE %ED%A0%80
    * ~ @ : ;a=b __proto__ constructor 00000000-0000-7000-8000-000000000000 %27%20OR%201=1--
    %3Cscript%3E -1 0 1e3 99999999999999999999`),
  'a'.repeat(4_000),
  '%61'.repeat(2_000),
];
export const ODD_QUERIES = [
  ...words(`
    ? ?? &&& = q q= q=% q=%zz q=%ff%fe q=%00 q=a&q=b q[]=a q[a]=b __proto__[polluted]=yes __proto__=x
    constructor[prototype][polluted]=yes q=%ED%A0%80 limit=0 limit=-1 limit=1e2 limit=0x10 limit=NaN
    limit=201 limit=1.5 limit=%20 cursor=9999999999999999 cursor=0 cursor=-1 cursor=1%27-- view=all
    view=Summary tag=% tag=%25_%5C tag=%00 related=%27%22 related=..%2f q=%22%20OR%20* q=NEAR(
    limit=3&q=a&tag=b&related=c&cursor=1&view=summary q=a%0d%0ax-injected:%201
    tag=a%0ax-injected:1&limit=1`),
  `q=${'a'.repeat(8_000)}`,
  `q=${'%F0%9F%98%80'.repeat(60)}`,
  `${'a=1&'.repeat(1_500)}`,
];
const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'if-match': ['*', '"0"', 'W/"999999999"', '"1", "2"', '9999999999', '-1', "' OR 1=1", ''],
  'if-none-match': ['*', 'W/', '"'.repeat(300)],
  'if-modified-since': ['yesterday'],
  'if-unmodified-since': ['0'],
  'if-range': ['"x"'],
  range: ['bytes=0-0', 'bytes=9999999999-', 'bytes=-0', 'bytes=0-1,2-3,4-5', 'lines=1'],
  accept: ['nonsense', '*/*;q=0'],
  'accept-encoding': ['zstd;q=2, *;q=0', ', ;q=,', 'gzip;q=0.0, br;q=0, identity;q=0'],
  'accept-language': ['x'.repeat(4_000)],
  origin: ['null', 'https://evil.example'],
  referer: ['javascript:1'],
  cookie: ['__proto__=1; a=b; '.repeat(50)],
  host: ['evil.example', '', 'a b'],
  'x-forwarded-for': ["127.0.0.1, ' OR 1=1"],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['javascript'],
  'x-original-url': ['/api/admin/posts'],
  'x-http-method-override': ['DELETE'],
  'x-request-id': ['a'.repeat(2_000)],
  'content-encoding': ['gzip'],
  te: ['trailers'],
  'user-agent': ['\x24{jndi:ldap://127.0.0.1/a}', ''],
  via: ['x'.repeat(1_000)],
  'max-forwards': ['0'],
};
export const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...Object.entries(HEADER_VALUES).flatMap(([name, values]) =>
    values.map((value) => ({ [name]: value })),
  ),
  { upgrade: 'websocket', connection: 'upgrade' },
  { upgrade: 'h2c', 'http2-settings': 'AAA' },
];
export const ODD_METHODS = words(
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL LINK REPORT SEARCH QUERY PURGE',
);
export const ODD_TOKENS = [
  ...['Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer x', 'Bearer a b'],
  ...['Basic YWRtaW46YWRtaW4=', "Bearer ' OR '1'='1", 'Bearer __proto__', 'Digest x', '='],
  ...['Bearer \u00ff', '{{token}}', 'Bearer {{token}}x'],
  `Bearer ${'a'.repeat(5_000)}`,
  `Bearer ${'=='.repeat(200)}`,
];
