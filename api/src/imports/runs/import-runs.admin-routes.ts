import { Readable } from 'node:stream';
import { MAX_IMPORT_MB } from '@longhand/contract/import-limits';
import {
  importFileQuery,
  importOptions,
  importRun,
  listedImportRun,
} from '@longhand/contract/import-runs';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../../http/problem.ts';
import { BEARER, failures, writeFailures } from '../../http/responses.ts';
import type { ImportRuns } from './import-runs.service.ts';

type Options = { imports: ImportRuns };

const BYTES = 'application/octet-stream';
const params = z.object({ id: z.uuid() });

/** A separate scope: no other route accepts bytes. */
const uploadRoute: FastifyPluginAsyncZod<Options> = async (app, { imports }) => {
  app.addContentTypeParser(BYTES, async (_request: FastifyRequest, body: unknown) => body);

  app.post(
    '/imports',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Upload what another blog has exported',
        description: `The file as it is, at most ${MAX_IMPORT_MB} MB. Then the server looks what an import would do; nothing is changed.`,
        security: BEARER,
        consumes: [BYTES],
        querystring: importFileQuery,
        body: z.unknown(),
        response: { 201: importRun.describe('Received'), ...writeFailures(400, 409, 413, 415) },
      },
      // Only the server's own request timeout applies.
      config: { bodyTimeoutMs: Number.POSITIVE_INFINITY, isUpload: true },
    },
    async (request, reply) => {
      const { body } = request;
      // Without a body, or with one of another type, which was read already.
      if (!(body instanceof Readable))
        throw new ProblemError(
          'unsupported-media-type',
          `The file is missing. Send it as ${BYTES}.`,
        );
      const run = await imports.receive(body, request.query.name);
      return reply.code(201).send(run);
    },
  );
};

/** Registered behind the session. */
export const importAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { imports } = options;
  await app.register(uploadRoute, options);

  app.get(
    '/imports',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The last imports, the newest first',
        security: BEARER,
        response: { 200: z.array(listedImportRun), ...failures(401) },
      },
    },
    () => imports.list(),
  );

  app.get(
    '/imports/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'An import, with its progress or report',
        security: BEARER,
        params,
        response: { 200: importRun, ...failures(400, 401, 404) },
      },
    },
    ({ params: { id } }) => imports.find(id),
  );

  app.post(
    '/imports/:id/start',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Start an import',
        description: 'Also again, after it has failed or was interrupted.',
        security: BEARER,
        params,
        body: importOptions,
        response: { 200: importRun, ...writeFailures(400, 404, 409, 413, 415) },
      },
    },
    ({ params: { id }, body }) => imports.start(id, body),
  );

  app.delete(
    '/imports/:id',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Cancel an import, or forget it',
        description: 'What was imported stays.',
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await imports.remove(request.params.id);
      return reply.code(204).send(null);
    },
  );
};
