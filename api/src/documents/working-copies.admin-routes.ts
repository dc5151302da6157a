import { searchQuery } from '@longhand/contract/posts';
import { workingCopyId } from '@longhand/contract/working-copies';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { CopyForm, DocumentKind } from './document-kinds.ts';
import { expectedVersion, ifMatch, withVersion } from './version-headers.ts';
import type { WorkingCopiesService } from './working-copies.service.ts';

type Options = {
  readonly name: DocumentKind['name'];
  readonly path: string;
  readonly copy: z.ZodType<{ version: number }>;
  readonly listed: z.ZodType;
  readonly input: z.ZodType<{ base_version: number; form: CopyForm }>;
  /** How the id of a new one is chosen. */
  readonly newId: string;
  readonly service: WorkingCopiesService<CopyForm>;
  /** With this text; undefined where there is no search. */
  readonly search?: (text: string) => Promise<unknown[]>;
};

const params = z.object({ id: workingCopyId });

const ifNoneMatch = z
  .literal('*', { error: 'must be *' })
  .optional()
  .describe('There must be no working copy yet; one is answered with 409.');

/** Registered behind the session. */
export const workingCopyRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { name, path, copy, listed, input, newId, service, search },
) => {
  const id = workingCopyId.optional();
  const q = searchQuery.describe(
    'Only those with this text in title, excerpt, tags or visible content, in any case; also those of posts in the trash.',
  );

  app.get(
    path,
    {
      schema: {
        tags: ['Administration'],
        summary: `What is being worked on and not part of a ${name} yet, the latest change first`,
        description:
          'With an id: the whole working copy with this id, or an empty list. Unlike its own address, that is no error without one.',
        security: BEARER,
        querystring: search ? z.object({ id, q }) : z.object({ id }),
        response: { 200: z.array(z.union([copy, listed])), ...failures(400, 401, 503) },
      },
    },
    async ({ query }) => {
      const { id, q } = query as { id?: string; q?: string };
      if (search && q?.trim()) return search(q);
      if (id === undefined) return service.list();
      const found = await service.find(id);
      return found ? [found] : [];
    },
  );

  app.get(
    `${path}/:id`,
    {
      schema: {
        tags: ['Administration'],
        summary: `One working copy${name === 'page' ? ' of a page' : ''}`,
        security: BEARER,
        params,
        response: { 200: copy, ...failures(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const found = await service.find(request.params.id);
      if (!found) throw new ProblemError('not-found', 'There is no working copy with this id.');
      return withVersion(reply, found);
    },
  );

  app.put(
    `${path}/:id`,
    {
      schema: {
        tags: ['Administration'],
        summary: `Save a working copy${name === 'page' ? ' of a page' : ''}`,
        description: `The ${name} itself does not change. The id is that of the ${name}, or for a ${name} that does not exist yet, ${newId}.`,
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch, 'if-none-match': ifNoneMatch }),
        body: input,
        response: { 200: copy, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    async ({ params: { id }, headers, body }, reply) => {
      const expected = headers['if-none-match'] ? 'none' : expectedVersion(headers['if-match']);
      return withVersion(reply, await service.save(id, body, expected));
    },
  );

  app.delete(
    `${path}/:id`,
    {
      schema: {
        tags: ['Administration'],
        summary: `Discard a working copy${name === 'page' ? ' of a page' : ''}`,
        description: `The ${name} itself does not change. Discarding none is no error.`,
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch }),
        response: { 204: z.null().describe('Discarded'), ...writeFailures(400, 409) },
      },
    },
    async ({ params: { id }, headers }, reply) => {
      await service.discard(id, expectedVersion(headers['if-match']));
      return reply.code(204).send(null);
    },
  );
};
