import { Readable } from 'node:stream';
import {
  importFileQuery,
  importOptions,
  importRun,
  listedImportRun,
} from '@longhand/contract/imports';
import { MAX_IMPORT_MB } from '@longhand/contract/limits';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../../http/problem.ts';
import { failures, noContent, type Routes } from '../../http/responses.ts';
import type { ImportRuns } from './import-runs.service.ts';

type Options = { imports: ImportRuns };

const BYTES = 'application/octet-stream';
const params = z.object({ id: z.uuid() });

/** Fails at its end if the session or token has ended meanwhile. */
async function* authenticated(body: Readable, request: FastifyRequest) {
  yield* body;
  await request.authenticate();
}

/** It has a separate scope, because no other route accepts bytes. */
const uploadRoute: Routes<Options> = async (app, { imports }) => {
  app.addContentTypeParser(BYTES, async (_request: FastifyRequest, body: unknown) => body);

  app.route({
    method: 'POST',
    url: '/imports',
    schema: {
      summary: 'Upload what another blog has exported',
      description: `The file as it is, at most ${MAX_IMPORT_MB} MB. Then the server looks what an import would do; nothing is changed.`,
      consumes: [BYTES],
      querystring: importFileQuery,
      body: z.unknown(),
      response: { 201: importRun.describe('Received'), ...failures(409) },
    },
    // Only the server's own request timeout applies.
    config: { scope: 'write', bodyTimeoutMs: Number.POSITIVE_INFINITY, isUpload: true },
    handler: async (request, reply) => {
      const { body } = request;
      // The body is missing, or it has another type and was read already.
      if (!(body instanceof Readable))
        throw new ProblemError(
          'unsupported-media-type',
          `The file is missing. Send it as ${BYTES}.`,
        );
      const file = Readable.from(authenticated(body, request));
      const run = await imports.receive(file, request.query.name);
      return reply.code(201).send(run);
    },
  });
};

export const importAdminRoutes: Routes<Options> = async (app, options) => {
  const { imports } = options;
  await app.register(uploadRoute, options);

  app.route({
    method: 'GET',
    url: '/imports',
    schema: {
      summary: 'The last imports, the newest first',
      response: { 200: z.array(listedImportRun) },
    },
    handler: () => imports.list(),
  });

  app.route({
    method: 'GET',
    url: '/imports/:id',
    schema: {
      summary: 'An import, with its progress or report',
      params,
      response: { 200: importRun, ...failures(404) },
    },
    handler: ({ params: { id } }) => imports.find(id),
  });

  app.route({
    method: 'POST',
    url: '/imports/:id/start',
    config: { scope: 'publish' },
    schema: {
      summary: 'Start an import',
      description: 'Also again, after it has failed or was interrupted.',
      params,
      body: importOptions,
      response: { 200: importRun, ...failures(404, 409) },
    },
    handler: ({ params: { id }, body }) => imports.start(id, body),
  });

  app.route({
    method: 'DELETE',
    url: '/imports/:id',
    config: { scope: 'publish' },
    schema: {
      summary: 'Cancel an import, or forget it',
      description: 'What was imported stays.',
      params,
      response: { 204: z.null().describe('Deleted'), ...failures(404) },
    },
    handler: ({ params }, reply) => noContent(reply, imports.remove(params.id)),
  });
};
