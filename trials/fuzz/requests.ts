import fc from 'fast-check';
import { type Body, bodyOf } from './bodies.ts';
import type { Operation, Parameter } from './description.ts';
import { EXISTING } from './existing.ts';
import { ODD_HEADERS, ODD_METHODS, ODD_QUERIES, ODD_STEPS, ODD_TOKENS } from './odd-parts.ts';
import { HOSTILE_TEXTS, hostileText, validBy } from './values.ts';

export type Plan = {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body['bytes'];
  readonly token: 'valid' | 'none' | string;
};

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
  if (path.includes('/pages/')) return existingPage(name, path);
  if (path.includes('/sessions/')) return EXISTING.session;
  if (path === '/api/site/icons/{name}') return 'icon-192.png';
  if (name === 'year') return String(new Date().getUTCFullYear());
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
    return existing
      ? fc.oneof({ weight: 6, arbitrary: fc.constant(existing) }, valid)
      : fc.oneof(...small, valid);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ODD_STEPS) },
    { weight: 1, arbitrary: hostileText.map(escapeStep) },
    { weight: 1, arbitrary: existing ? fc.constant(existing) : valid },
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
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ODD_QUERIES) }, wellFormed);
}

function headersOf(
  { parameters }: Operation,
  hostile: boolean,
): fc.Arbitrary<Record<string, string>> {
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
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...ODD_HEADERS).map((headers) => ({ ...headers })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...HOSTILE_TEXTS)
        .map((text) => Object.fromEntries(named.map(({ name }) => [name, writeHeaderValue(text)]))),
    },
  );
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
  return fc.oneof(
    { weight: takesBody ? 8 : 1, arbitrary: planWith(operation, 'body') },
    { weight: operation.path.includes('{') ? 4 : 1, arbitrary: planWith(operation, 'path') },
    { weight: 3, arbitrary: planWith(operation, 'query') },
    { weight: 3, arbitrary: planWith(operation, 'headers') },
    { weight: 1, arbitrary: planWith(operation, 'method') },
    { weight: operation.secured ? 2 : 1, arbitrary: planWith(operation, 'token') },
    {
      weight: 1,
      arbitrary: planWith(operation, 'path', 'query', 'headers', 'body', 'method', 'token'),
    },
  );
}
