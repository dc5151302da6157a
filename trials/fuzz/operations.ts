import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** The keywords that the API description uses. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

export type Parameter = {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Content;
  readonly secured: boolean;
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

/** The calls of the API, from its description. */
export function listOperations(description: Record<string, unknown>): Operation[] {
  const { paths } = new Validator().resolveRefs({ specification: description });
  type Described = Omit<Operation, 'method' | 'path' | 'body' | 'secured'> & {
    readonly requestBody?: { readonly content: Content };
    readonly security?: readonly unknown[];
  };
  return Object.entries(paths as Record<string, Record<string, Described>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(
        ([method, { parameters = [], requestBody, security = [], responses }]) => ({
          method: method.toUpperCase(),
          path,
          parameters,
          body: requestBody?.content ?? {},
          secured: security.length > 0,
          responses,
        }),
      ),
  );
}

/** Paths outside the API description; braces are parameters. */
const PATHS = [
  ...[
    '/',
    '/blog',
    '/blog/{slug}',
    '/topics/{tag}',
    '/archive/{year}',
    '/about',
    '/login',
    '/admin/posts/edit/{id}',
  ],
  ...['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemap-{part}.xml', '/robots.txt'],
  ...['/manifest.webmanifest', '/icon.svg', '/uploads/{name}', '/uploads/{width}/{name}'],
  ...['/social/{name}', '/assets/{name}', '/api/{name}', '/api/docs/{name}', '/{name}'],
];

const queried = (path: string) =>
  /^\/(?:blog|topics|archive|$)/.test(path) ? ['q', 'tag', 'cursor'] : [];

export const PAGES: readonly Operation[] = PATHS.map((path) => {
  const steps = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => ({ in: 'path', name, required: true }) as const,
  );
  const query = queried(path).map((name) => ({ in: 'query', name }) as const);
  const parameters: Parameter[] = [...steps, ...query].map((parameter) => ({
    ...parameter,
    schema: { type: 'string', maxLength: 100 },
  }));
  return { method: 'GET', path, parameters, body: {}, secured: false, responses: {} };
});

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const checks = new WeakMap<Schema, ReturnType<typeof ajv.compile>>();

/** Undefined when the value is valid. */
export function findSchemaError(schema: Schema, value: unknown): string | undefined {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  return check(value) ? undefined : ajv.errorsText(check.errors);
}
