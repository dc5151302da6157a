import { firstSteps, removedSamples } from '@longhand/contract/account';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { FirstStepsService } from './first-steps.service.ts';

type Options = { steps: FirstStepsService };

/** Registered behind the session. */
export const firstStepsRoutes: FastifyPluginAsyncZod<Options> = async (app, { steps }) => {
  app.get(
    '/first-steps',
    {
      schema: {
        tags: ['Administration'],
        summary: 'What a new owner has done',
        security: BEARER,
        response: { 200: firstSteps, ...failures(401) },
      },
    },
    () => steps.read(),
  );

  app.post(
    '/first-steps/dismiss',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Do not show the first steps again',
        security: BEARER,
        response: { 204: z.null().describe('Dismissed'), ...writeFailures() },
      },
    },
    async (_request, reply) => {
      await steps.dismiss();
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/sample-posts',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Move the sample posts to the trash',
        description: 'With the sample draft. Those that were changed or are being edited are kept.',
        security: BEARER,
        response: { 200: removedSamples, ...writeFailures() },
      },
    },
    () => steps.removeSamples(),
  );
};
