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
  readonly $ref?: string;
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

type Description = {
  readonly components?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
};

/** Replaces all $ref. */
function resolveReferences(description: Description, part: unknown, depth = 0): unknown {
  if (depth > 40) throw new Error('The description refers to itself without end.');
  if (Array.isArray(part))
    return part.map((item) => resolveReferences(description, item, depth + 1));
  if (part === null || typeof part !== 'object') return part;
  if ('$ref' in part && typeof part.$ref === 'string') {
    const steps = part.$ref.replace(/^#\//, '').split('/');
    const target = steps.reduce<unknown>(
      (at, step) =>
        (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );
    return resolveReferences(description, target, depth + 1);
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      resolveReferences(description, value, depth + 1),
    ]),
  );
}

export function listOperations(description: Description): Operation[] {
  const paths = resolveReferences(description, description.paths) as Description['paths'];
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []) as Parameter[],
      body: ((operation.requestBody as { content?: Content })?.content ?? {}) as Content,
      secured: Array.isArray(operation.security) && operation.security.length > 0,
      responses: operation.responses as Operation['responses'],
    })),
  );
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const checks = new WeakMap<Schema, ReturnType<typeof ajv.compile>>();

/** Undefined when the value is valid. */
export function findSchemaError(schema: Schema, value: unknown): string | undefined {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  return check(value) ? undefined : ajv.errorsText(check.errors);
}
