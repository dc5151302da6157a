import { type PROBLEMS, problem } from '@longhand/contract/problems';
import { type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Access } from './access.ts';
import { PROBLEM_MEDIA_TYPE } from './problem.ts';

/** The schemas of the routes are those of zod. */
export type Routes<Options extends object> = FastifyPluginAsyncZod<Options>;

type ProblemStatus = (typeof PROBLEMS)[keyof typeof PROBLEMS]['status'];

const failure = {
  description: 'The request failed.',
  content: { [PROBLEM_MEDIA_TYPE]: { schema: problem } },
};

export function failures<const Status extends ProblemStatus>(...statuses: readonly Status[]) {
  return Object.fromEntries(statuses.map((status) => [status, failure])) as Record<
    Status,
    typeof failure
  >;
}

export const BEARER = [{ bearer: [] }];

function usualFailures({ method, config, schema = {} }: RouteOptions) {
  const { params, querystring, headers, body } = schema;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const statuses: ProblemStatus[] = [401, 403];
  if (params || querystring || headers || body) statuses.push(400);
  if (body) statuses.push(413, 415);
  if (isWrite) statuses.push(503, 507);
  if (isWrite && !config?.isExemptFromWriteLimit) statuses.push(429);
  return failures(...statuses);
}

function describeScope(scope: Access = 'read'): string {
  return scope === 'owner' ? 'No API token may do this.' : `An API token needs \`${scope}\`.`;
}

/** Documents what all routes of the scope have in common, so that they only say what is their own. */
export function documentAdminRoutes(admin: FastifyInstance): void {
  admin.addHook('onRoute', (route) => {
    const { description = '' } = route.schema ?? {};
    route.schema = {
      ...route.schema,
      description: `${description} ${describeScope(route.config?.scope)}`.trim(),
      tags: ['Administration'],
      security: BEARER,
      response: { ...usualFailures(route), ...(route.schema?.response as object) },
    };
  });
}

export function documentPublicRoutes(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, tags: ['Public'] };
  });
}

export async function noContent(reply: FastifyReply, done: Promise<unknown>): Promise<null> {
  await done;
  reply.code(204);
  return null;
}

export function sendMoved(reply: FastifyReply, location: string) {
  // The default serializer would send `null`.
  return reply
    .code(301)
    .header('location', location)
    .serializer(() => '')
    .send(null);
}

/** Public responses have these: any cache may store them, and must revalidate before each use. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
};

/** An answer that is the same for everybody until the content changes. */
export function cachedJson(cache: ResponseCache, url: string, read: () => Promise<unknown>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await cache.getOrCreate(url, async () => ({
      cacheable: true,
      headers: JSON_HEADERS,
      body: reply.serialize(await read()) as string,
    }));
    return sendCached(request, reply, response);
  };
}
