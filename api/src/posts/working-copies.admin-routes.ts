import { searchQuery } from '@longhand/contract/posts';
import {
  workingCopy,
  workingCopyId,
  workingCopyInput,
  workingCopySummary,
} from '@longhand/contract/working-copies';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import { latestFirst, searchWorkingCopies } from './private-search.repository.ts';
import { explainCorruptSnapshot } from './snapshots.ts';
import { expectedVersion, ifMatch, withVersion } from './version-headers.ts';
import {
  findWorkingCopy,
  listCopiesWithIds,
  listWorkingCopies,
} from './working-copies.repository.ts';
import type { WorkingCopiesService } from './working-copies.service.ts';

type Options = { db: Database; workingCopies: WorkingCopiesService };

const params = z.object({ id: workingCopyId });

const ifNoneMatch = z
  .literal('*', { error: 'must be *' })
  .optional()
  .describe('There must be no working copy yet; one is answered with 409.');

/** Registered behind the session. */
export const workingCopyRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, workingCopies },
) => {
  const read = (id: string) =>
    findWorkingCopy(db, id).catch((error) => {
      throw explainCorruptSnapshot(error, 'This working copy');
    });

  app.get(
    '/working-copies',
    {
      schema: {
        tags: ['Administration'],
        summary: 'What is being worked on and not part of a post yet, the latest change first',
        description:
          'With an id: the whole working copy with this id, or an empty list. Unlike its own address, that is no error without one.',
        security: BEARER,
        querystring: z.object({
          id: workingCopyId.optional(),
          q: searchQuery.describe(
            'Only those with this text in title, excerpt, tags or visible content, in any case; also those of posts in the trash.',
          ),
        }),
        response: {
          200: z.array(z.union([workingCopy, workingCopySummary])),
          ...failures(400, 401, 503),
        },
      },
    },
    async ({ query: { id, q } }) => {
      if (q?.trim()) {
        const found = await searchWorkingCopies(db, q, (ids) => listCopiesWithIds(db, ids));
        return found.toSorted((a, b) => latestFirst(a.updated_at, b.updated_at));
      }
      if (id === undefined) return listWorkingCopies(db);
      const found = await read(id);
      return found ? [found] : [];
    },
  );

  app.get(
    '/working-copies/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'One working copy',
        security: BEARER,
        params,
        response: { 200: workingCopy, ...failures(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const found = await read(request.params.id);
      if (!found) throw new ProblemError('not-found', 'There is no working copy with this id.');
      return withVersion(reply, found);
    },
  );

  app.put(
    '/working-copies/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Save a working copy',
        description:
          'The post itself does not change. The id is that of the post, or for a post that does not exist yet, the Idempotency-Key that it will be created with.',
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch, 'if-none-match': ifNoneMatch }),
        body: workingCopyInput,
        response: { 200: workingCopy, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    async ({ params: { id }, headers, body }, reply) => {
      const expected = headers['if-none-match'] ? 'none' : expectedVersion(headers['if-match']);
      return withVersion(reply, await workingCopies.save(id, body, expected));
    },
  );

  app.delete(
    '/working-copies/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Discard a working copy',
        description: 'The post itself does not change. Discarding none is no error.',
        security: BEARER,
        params,
        headers: z.object({ 'if-match': ifMatch }),
        response: { 204: z.null().describe('Discarded'), ...writeFailures(400, 409) },
      },
    },
    async ({ params: { id }, headers }, reply) => {
      await workingCopies.discard(id, expectedVersion(headers['if-match']));
      return reply.code(204).send(null);
    },
  );
};
