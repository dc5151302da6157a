import { firstSteps, removedSamples } from '@longhand/contract/account';
import { z } from 'zod';
import { noContent, type Routes } from '../http/responses.ts';
import type { FirstStepsService } from './first-steps.service.ts';

type Options = { steps: FirstStepsService };

export const firstStepsRoutes: Routes<Options> = async (app, { steps }) => {
  app.route({
    method: 'GET',
    url: '/first-steps',
    schema: {
      summary: 'What a new owner has done',
      response: { 200: firstSteps },
    },
    handler: () => steps.read(),
  });

  app.route({
    method: 'POST',
    url: '/first-steps/dismiss',
    config: { scope: 'write' },
    schema: {
      summary: 'Do not show the first steps again',
      response: { 204: z.null().describe('Dismissed') },
    },
    handler: (_request, reply) => noContent(reply, steps.dismiss()),
  });

  app.route({
    method: 'DELETE',
    url: '/sample-posts',
    config: { scope: 'publish' },
    schema: {
      summary: 'Move the sample posts to the trash',
      description: 'With the sample draft. Those that were changed or are being edited are kept.',
      response: { 200: removedSamples },
    },
    handler: () => steps.removeSamples(),
  });
};
