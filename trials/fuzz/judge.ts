import type { HttpResponse } from '../../test-support/http-client.ts';
import { findSchemaError, type Operation, type Schema } from './operations.ts';

/** Allowed for every path, listed or not. */
const GENERAL_REFUSALS = new Set([400, 401, 404, 405, 408, 412, 413, 414, 415, 416, 429, 431]);
const PAGE_STATUSES = new Set([200, 206, 301, 304, ...GENERAL_REFUSALS]);

const PROBLEM: Schema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer' },
    detail: { type: 'string', minLength: 1 },
  },
  required: ['type', 'title', 'status', 'detail'],
};

/** Internal details that must not leak. */
const INTERNALS =
  /node_modules|\bat [\w.<>]+ \(|\.[jt]s:\d+|SQLITE_|SqliteError|no such (?:table|column)|longhand-bench-|\.sqlite/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findProblemError({ status, headers, body }: HttpResponse): string | undefined {
  if (headers['content-type'] !== 'application/problem+json')
    return `is ${status} as ${headers['content-type']}`;
  const problem = parse(body.toString()) as { status?: number } | undefined;
  if (problem?.status !== status) return 'has another status in its body';
  return findSchemaError(PROBLEM, problem);
}

function findCallError(operation: Operation, response: HttpResponse): string | undefined {
  const { status, headers, body } = response;
  const listed = operation.responses[status];
  if (!listed) {
    if (status === 304) return undefined;
    return GENERAL_REFUSALS.has(status)
      ? findProblemError(response)
      : `answers ${status}, which is not listed`;
  }
  if (status >= 400) return findProblemError(response);
  const type = headers['content-type']?.split(';')[0] ?? '';
  const content = listed.content?.[type];
  if (!listed.content) return body.length === 0 ? undefined : 'has a body where none is listed';
  if (!content) return `is ${type}, which is not listed`;
  if (!content.schema || !type.endsWith('json')) return undefined;
  return findSchemaError(content.schema, parse(body.toString()));
}

/** Undefined when the response is as it should be. */
export function findFault(
  operation: Operation,
  method: string,
  response: HttpResponse,
): string | undefined {
  const { status, headers, body } = response;
  if (status >= 500) return `answers ${status}: ${body.toString().slice(0, 300)}`;
  if ('x-injected' in headers) return 'has a header that the request wrote';
  if (status >= 400 && INTERNALS.test(body.toString()))
    return `shows internals: ${body.toString().slice(0, 300)}`;
  if (method === 'HEAD') return body.length === 0 ? undefined : 'has a body after HEAD';
  const isCall = Object.keys(operation.responses).length > 0 && method === operation.method;
  if (isCall) return findCallError(operation, response);
  if (
    status >= 400 &&
    operation.path.startsWith('/api/') &&
    !operation.path.startsWith('/api/docs')
  )
    return findProblemError(response);
  return status < 300 || PAGE_STATUSES.has(status) ? undefined : `answers ${status}`;
}
