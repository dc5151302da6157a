import { VIEWS_CALL } from '@longhand/contract/statistics/views-call';
import type { FastifyError, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { visitorAddress } from '../http/proxies.ts';
import { failures, type Routes } from '../http/responses.ts';
import { parseBeacon } from './beacon.ts';
import type { ViewCounter } from './views.service.ts';

type Options = { views: ViewCounter };

const BODY_LIMIT = 4 * 1024;

export const viewRoutes: Routes<Options> = async (app, { views }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: FastifyRequest, body: string | Buffer) => body,
  );
  // A browser does not wait for the answer of a beacon, and its reader could not do anything.
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.statusCode === 413) throw error;
    return reply.code(204).send();
  });

  app.route({
    method: 'POST',
    url: VIEWS_CALL,
    bodyLimit: BODY_LIMIT,
    schema: {
      summary: 'A page was seen, or is left',
      description:
        'Sent by public pages while the statistics are switched on, as JSON with any type. A page that is seen sends `path` and `referrer`; one that is hidden or left also `end`: the greatest part of the article that was seen, up to 1, and the quarters of a second that it was visible, more than four, and not a whole number if it has sent an `end` before. The answer is the same whether it is counted or not.',
      response: { 204: z.null().describe('Received'), ...failures(413) },
    },
    handler: async (request, reply) => {
      const beacon = typeof request.body === 'string' ? parseBeacon(request.body) : undefined;
      if (beacon)
        await views.count(beacon, { address: visitorAddress(request), headers: request.headers });
      reply.code(204);
      return null;
    },
  });
};
