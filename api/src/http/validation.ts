import { fieldErrors } from '@longhand/contract/validation';
import type { FastifySchemaCompiler } from 'fastify';
import type { ZodType } from 'zod';
import { ProblemError } from './problem.ts';

const PARTS: Readonly<Record<string, string>> = {
  body: 'The body',
  params: 'The address',
  querystring: 'The query',
  headers: 'A header',
};

/** The problem names all errors of all fields together. */
export function checkInput<Input>(
  schema: ZodType<Input>,
  data: unknown,
  part: string,
): { value: Input } | { error: ProblemError } {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { value: parsed.data };
  const errors = fieldErrors(parsed.error.issues);
  const summary = Object.entries(errors)
    .map(([field, messages]) => `${field} ${messages.join(' and ')}`)
    .join('; ');
  return {
    error: new ProblemError('invalid-input', `${part} is not valid: ${summary}.`, { errors }),
  };
}

export const validatorCompiler: FastifySchemaCompiler<ZodType> = ({ schema, httpPart }) => {
  const part = PARTS[httpPart ?? 'body'] ?? 'The request';
  return (data) => checkInput(schema, data, part);
};
