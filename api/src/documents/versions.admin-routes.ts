import { type VersionListQuery, versionListQuery } from '@longhand/contract/list-query';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ListPart, sendPart } from '../http/list-part.ts';
import { BEARER, failures } from '../http/responses.ts';
import type { DocumentKind } from './document-kinds.ts';
import type { OnCorrupt } from './snapshots.ts';

type Options = {
  readonly name: DocumentKind['name'];
  readonly id: z.ZodType<string, string>;
  readonly document: z.ZodType;
  readonly listed: z.ZodType;
  readonly firstVersion: 0 | 1;
  readonly description?: string;
  readonly service: {
    listVersions(
      id: string,
      query: VersionListQuery,
      onCorrupt: OnCorrupt,
    ): Promise<ListPart<unknown>>;
    findVersion(id: string, version: number): Promise<unknown>;
  };
};

/** Registered behind the session. */
export const versionRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { name, id, document, listed, firstVersion, description, service },
) => {
  const params = z.object({ id });
  const pattern = firstVersion === 0 ? /^(?:0|[1-9]\d{0,8})$/ : /^[1-9]\d{0,8}$/;
  const version = z.string().regex(pattern, 'must be the number of a version').transform(Number);

  app.get(
    `/${name}s/:id/revisions`,
    {
      schema: {
        tags: ['Administration'],
        summary: `The replaced versions of a ${name}, newest first`,
        ...(description !== undefined && { description }),
        security: BEARER,
        params,
        querystring: versionListQuery,
        response: { 200: z.array(listed), ...failures(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { params, query, log } = request;
      const onCorrupt: OnCorrupt = ({ message }) => log.error(message);
      return sendPart(request, reply, await service.listVersions(params.id, query, onCorrupt));
    },
  );

  app.get(
    `/${name}s/:id/revisions/:version`,
    {
      schema: {
        tags: ['Administration'],
        summary: `A ${name} as it was in a replaced version`,
        security: BEARER,
        params: params.extend({ version }),
        response: { 200: document, ...failures(400, 401, 404, 503) },
      },
    },
    ({ params: { id, version } }) => service.findVersion(id, version),
  );
};
