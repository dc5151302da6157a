import { type TrashListQuery, trashListQuery } from '@longhand/contract/list-query';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ListPart, sendPart } from '../http/list-part.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { DocumentKind } from './document-kinds.ts';
import type { OnCorrupt } from './snapshots.ts';
import { withVersion } from './version-headers.ts';

type Options = {
  readonly name: DocumentKind['name'];
  readonly path: string;
  readonly id: z.ZodType<string, string>;
  readonly document: z.ZodType<{ version: number }>;
  readonly listed: z.ZodType;
  readonly descriptions: { readonly deleteForGood: string; readonly restore: string };
  readonly service: {
    listTrash(query: TrashListQuery, onCorrupt: OnCorrupt): Promise<ListPart<unknown>>;
    deleteForGood(id: string): Promise<void>;
    restore(id: string): Promise<{ version: number }>;
  };
};

/** Registered behind the session. */
export const trashRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { name, path, id, document, listed, descriptions, service },
) => {
  const params = z.object({ id });

  app.get(
    path,
    {
      schema: {
        tags: ['Administration'],
        summary: `Deleted ${name}s that can be restored, the latest deletion first`,
        security: BEARER,
        querystring: trashListQuery,
        response: { 200: z.array(listed), ...failures(400, 401) },
      },
    },
    async (request, reply) => {
      const { query, log } = request;
      const onCorrupt: OnCorrupt = ({ message }) => log.error(message);
      return sendPart(request, reply, await service.listTrash(query, onCorrupt));
    },
  );

  app.delete(
    `${path}/:id`,
    {
      schema: {
        tags: ['Administration'],
        summary: `Delete a ${name} permanently`,
        description: descriptions.deleteForGood,
        security: BEARER,
        params,
        response: { 204: z.null().describe('Deleted permanently'), ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => {
      await service.deleteForGood(request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${path}/:id/restore`,
    {
      schema: {
        tags: ['Administration'],
        summary: `Restore a deleted ${name}`,
        description: descriptions.restore,
        security: BEARER,
        params,
        response: { 200: document, ...writeFailures(400, 404) },
      },
    },
    async (request, reply) => withVersion(reply, await service.restore(request.params.id)),
  );
};
