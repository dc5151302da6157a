import {
  newWebhook,
  webhook,
  webhookDelivery,
  webhookId,
  webhookInput,
} from '@longhand/contract/webhooks';
import { z } from 'zod';
import { failures, noContent, type Routes } from '../http/responses.ts';
import type { WebhooksService } from './webhooks.service.ts';

const params = z.object({ id: webhookId });
const config = { scope: 'owner' } as const;

export const webhookRoutes: Routes<{ webhooks: WebhooksService }> = async (app, { webhooks }) => {
  app.route({
    method: 'GET',
    url: '/webhooks',
    config,
    schema: {
      summary: 'The webhooks, the oldest first',
      response: { 200: z.array(webhook) },
    },
    handler: () => webhooks.list(),
  });

  app.route({
    method: 'POST',
    url: '/webhooks',
    config,
    schema: {
      summary: 'Add a webhook',
      description:
        'Its URL gets a POST request when a post becomes public, changes for readers, or is no longer public. Signed as Standard Webhooks describes it, with the secret of this answer.',
      body: webhookInput,
      response: { 201: newWebhook },
    },
    handler: async ({ body }, reply) => reply.code(201).send(await webhooks.create(body)),
  });

  app.route({
    method: 'DELETE',
    url: '/webhooks/:id',
    config,
    schema: {
      summary: 'Delete a webhook',
      description: 'What was not delivered yet is not sent any more.',
      params,
      response: { 204: z.null().describe('Deleted'), ...failures(404) },
    },
    handler: ({ params: { id } }, reply) => noContent(reply, webhooks.delete(id)),
  });

  app.route({
    method: 'GET',
    url: '/webhooks/:id/deliveries',
    config,
    schema: {
      summary: 'What was sent to a webhook or is to be sent, the newest first',
      description: 'The last hundred, of the last 30 days.',
      params,
      response: { 200: z.array(webhookDelivery), ...failures(404) },
    },
    handler: ({ params: { id } }) => webhooks.listDeliveries(id),
  });
};
