import fc from 'fast-check';
import { type Body, bodyOf } from './bodies.ts';
import type { Operation, Parameter } from './operations.ts';
import { EXISTING, HOSTILE_TEXTS, hostileText, validBy, weighted } from './values.ts';

export type Plan = {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body['bytes'];
  readonly token: 'valid' | 'none' | string;
};

// Parts of requests that careless servers misinterpret.
const words = (text: string) => text.trim().split(/\s+/);

const ODD_STEPS = [
  ...words(`
    %00 %ff %c0%ae%c0%ae %E0%A4%A % %zz %2e%2e%2f ..%2f..%2flonghand.sqlite ..%5c..%5c
    %252e%252e%252f . .. ... %20 + a%0d%0ax-injected:%201 %E2%80%AE %F4%8F%BF%BF %EF%BF%BE %ED%A0%80
    * ~ @ : ;a=b __proto__ constructor 00000000-0000-7000-8000-000000000000 %27%20OR%201=1--
    %3Cscript%3E -1 0 1e3 99999999999999999999`),
  'a'.repeat(4_000),
  '%61'.repeat(2_000),
];
const ODD_QUERIES = [
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
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...Object.entries(HEADER_VALUES).flatMap(([name, values]) =>
    values.map((value) => ({ [name]: value })),
  ),
  { upgrade: 'websocket', connection: 'upgrade' },
  { upgrade: 'h2c', 'http2-settings': 'AAA' },
];
const ODD_METHODS = words(
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL LINK REPORT SEARCH QUERY PURGE',
);
const ODD_TOKENS = [
  ...['Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer x', 'Bearer a b'],
  ...['Basic YWRtaW46YWRtaW4=', "Bearer ' OR '1'='1", 'Bearer __proto__', 'Digest x', '='],
  ...['Bearer \u00ff', '{{token}}', 'Bearer {{token}}x'],
  `Bearer ${'a'.repeat(5_000)}`,
  `Bearer ${'=='.repeat(200)}`,
];

function writeHeaderValue(text: string): string {
  // Other characters are sent by the raw requests.
  return text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').trim();
}

const escapeStep = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

function existingPage(name: string, path: string): string | undefined {
  if (name === 'slug') return EXISTING.pageSlug;
  if (name !== 'id') return undefined;
  if (path.includes('/trash/')) return EXISTING.trashedPage;
  return path.includes('{version}') ? EXISTING.changedPage : EXISTING.page;
}

function existingStep({ name }: Parameter, { method, path }: Operation): string | undefined {
  if (/\/(pages|page-working-copies)\//.test(path)) return existingPage(name, path);
  if (path.includes('/sessions/')) return EXISTING.session;
  if (path === '/api/site/icons/{name}') return 'icon-192.png';
  if (name === 'year') return String(new Date().getUTCFullYear());
  if (path === '/api/admin/working-copies/{id}/post') return EXISTING.unsaved;
  if (path.includes('/working-copies/')) return method === 'PUT' ? EXISTING.id : EXISTING.edited;
  if (name === 'id' && path.includes('{version}')) return EXISTING.changed;
  if (name === 'id' && path.includes('{link}')) return EXISTING.linked;
  if (name === 'id') return path.includes('/trash/') ? EXISTING.trashed : EXISTING.id;
  const others: Readonly<Record<string, string>> = EXISTING;
  return others[name];
}

function stepOf(
  parameter: Parameter,
  operation: Operation,
  hostile: boolean,
): fc.Arbitrary<string> {
  const existing = existingStep(parameter, operation);
  const small = parameter.name === 'version' ? [fc.integer({ min: 1, max: 2 }).map(String)] : [];
  const valid = validBy(parameter.schema).map(escapeStep);
  if (!hostile)
    return existing ? weighted([6, fc.constant(existing)], [1, valid]) : fc.oneof(...small, valid);
  return weighted(
    [3, fc.constantFrom(...ODD_STEPS)],
    [1, hostileText.map(escapeStep)],
    [1, existing ? fc.constant(existing) : valid],
  );
}

function pathOf(operation: Operation, hostile: boolean): fc.Arbitrary<string> {
  const { path, parameters } = operation;
  const named = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .tuple(...named.map((parameter) => stepOf(parameter, operation, hostile)))
    .map((values) =>
      named.reduce(
        (target, { name }, at) => target.replace(`{${name}}`, () => values[at] as string),
        path,
      ),
    );
}

function queryOf({ parameters }: Operation, hostile: boolean): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const wellFormed = fc
    .tuple(
      ...named.map(({ name, schema, required }) => {
        const existing =
          name === 'tag' || name === 'related'
            ? [fc.constant(name === 'tag' ? EXISTING.tag : EXISTING.slug)]
            : [];
        const value = hostile ? hostileText : fc.oneof(...existing, validBy(schema));
        return fc.option(
          value.map(
            (entry) => `${name}=${String(entry).startsWith('{{') ? entry : escapeStep(entry)}`,
          ),
          { nil: '', freq: required ? 1_000 : 1 },
        );
      }),
    )
    .map((parts) => parts.filter(Boolean).join('&'));
  if (!hostile) return wellFormed;
  return weighted([2, fc.constantFrom(...ODD_QUERIES)], [1, wellFormed]);
}

function headersOf(
  { parameters }: Operation,
  hostile: boolean,
): fc.Arbitrary<Readonly<Record<string, string>>> {
  const named = parameters.filter((parameter) => parameter.in === 'header');
  const valid = fc
    .tuple(
      ...named.map(({ name, schema }) => {
        // Nearly every number is that of another version.
        const value =
          name === 'if-match' ? fc.oneof(fc.constant('*'), validBy(schema)) : validBy(schema);
        return fc.option(value, { nil: undefined, freq: 2 });
      }),
    )
    .map((values) =>
      Object.fromEntries(
        named.flatMap(({ name }, at) =>
          values[at] === undefined ? [] : [[name, writeHeaderValue(String(values[at]))]],
        ),
      ),
    );
  if (!hostile) return valid;
  const hostileHeaders = fc
    .constantFrom(...HOSTILE_TEXTS)
    .map((text) => Object.fromEntries(named.map(({ name }) => [name, writeHeaderValue(text)])));
  return weighted([2, fc.constantFrom(...ODD_HEADERS)], [1, hostileHeaders]);
}

type Part = 'path' | 'query' | 'headers' | 'body' | 'method' | 'token';

function planWith(operation: Operation, ...wrong: readonly Part[]): fc.Arbitrary<Plan> {
  const isWrong = (part: Part) => wrong.includes(part);
  return fc
    .record({
      path: pathOf(operation, isWrong('path')),
      query: queryOf(operation, isWrong('query')),
      headers: headersOf(operation, isWrong('headers')),
      body: bodyOf(operation, isWrong('body')),
      method: isWrong('method') ? fc.constantFrom(...ODD_METHODS) : fc.constant(operation.method),
      token: isWrong('token')
        ? fc.constantFrom('none', ...ODD_TOKENS)
        : fc.constant(operation.secured ? 'valid' : 'none'),
    })
    .map(({ path, query, headers, body, method, token }) => ({
      operation,
      method,
      target: query === '' ? path : `${path}?${query}`,
      headers: { ...body.headers, ...headers },
      body: body.bytes,
      token,
    }));
}

export function validPlan(operation: Operation): fc.Arbitrary<Plan> {
  return planWith(operation);
}

export function hostilePlan(operation: Operation): fc.Arbitrary<Plan> {
  const takesBody = Object.keys(operation.body).length > 0;
  return weighted(
    [takesBody ? 8 : 1, planWith(operation, 'body')],
    [operation.path.includes('{') ? 4 : 1, planWith(operation, 'path')],
    [3, planWith(operation, 'query')],
    [3, planWith(operation, 'headers')],
    [1, planWith(operation, 'method')],
    [operation.secured ? 2 : 1, planWith(operation, 'token')],
    [1, planWith(operation, 'path', 'query', 'headers', 'body', 'method', 'token')],
  );
}
