import { versionListQuery } from '@longhand/contract/list-query';
import { page, pageId, pageVersion } from '@longhand/contract/pages';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendPart } from '../http/list-part.ts';
import { BEARER, failures } from '../http/responses.ts';
import type { PagesService } from './pages.service.ts';

type Options = { pages: PagesService };

const params = z.object({ id: pageId });
const version = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,8})$/, 'must be the number of a version')
  .transform(Number);

/** Registered behind the session. */
export const pageVersionRoutes: FastifyPluginAsyncZod<Options> = async (app, { pages }) => {
  app.get(
    '/pages/:id/revisions',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The replaced versions of a page, newest first',
        description: 'Version 0 is About or Contact as it came with the software.',
        security: BEARER,
        params,
        querystring: versionListQuery,
        response: { 200: z.array(pageVersion), ...failures(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { params, query, log } = request;
      const part = await pages.listVersions(params.id, query, ({ message }) => log.error(message));
      return sendPart(request, reply, part);
    },
  );

  app.get(
    '/pages/:id/revisions/:version',
    {
      schema: {
        tags: ['Administration'],
        summary: 'A page as it was in a replaced version',
        security: BEARER,
        params: params.extend({ version }),
        response: { 200: page, ...failures(400, 401, 404, 503) },
      },
    },
    ({ params: { id, version } }) => pages.findVersion(id, version),
  );
};
