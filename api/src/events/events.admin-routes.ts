import { eventList, eventQuery } from '@longhand/contract/events';
import type { Routes } from '../http/responses.ts';
import type { EventsService } from './events.service.ts';

export const eventRoutes: Routes<{ events: EventsService }> = async (app, { events }) => {
  app.route({
    method: 'GET',
    url: '/events',
    config: { scope: 'owner' },
    schema: {
      summary: 'What happened, the newest first',
      description:
        'Logins, changes to the account and the settings, and what was published or deleted, for a year. Without texts, secrets and whole addresses.',
      querystring: eventQuery,
      response: { 200: eventList },
    },
    handler: ({ query }) => events.list(query),
  });
};
