import {
  postViews,
  statistics,
  statisticsCsvQuery,
  statisticsQuery,
} from '@longhand/contract/statistics/statistics';
import { z } from 'zod';
import { csvResponse, sendCsv } from '../http/csv.ts';
import { noContent, type Routes } from '../http/responses.ts';
import type { StatisticsService } from './statistics.service.ts';

type Options = { statistics: StatisticsService };

const NOT_YET = 'Views of the last ten seconds may be missing.';

export const statisticsAdminRoutes: Routes<Options> = async (app, options) => {
  const service = options.statistics;

  app.route({
    method: 'GET',
    url: '/statistics',
    schema: {
      summary: 'What was read, in the time zone of the site',
      description: NOT_YET,
      querystring: statisticsQuery,
      response: { 200: statistics },
    },
    handler: ({ query }) => service.read(query),
  });

  app.route({
    method: 'GET',
    url: '/statistics/posts',
    schema: {
      summary: 'The views of each post since it was published',
      description: NOT_YET,
      response: { 200: postViews },
    },
    handler: () => service.listPostViews(),
  });

  app.route({
    method: 'GET',
    url: '/statistics.csv',
    schema: {
      summary: 'One list of the statistics as CSV',
      description: 'What a spreadsheet would run as a formula begins with an apostrophe.',
      querystring: statisticsCsvQuery,
      response: { 200: csvResponse },
    },
    handler: async ({ query: { what, ...query } }, reply) =>
      sendCsv(
        reply as never,
        `statistics-${what}-${query.from}-${query.to}.csv`,
        service.exportCsv(what, query),
      ) as never,
  });

  app.route({
    method: 'DELETE',
    url: '/statistics',
    config: { scope: 'owner' },
    schema: {
      summary: 'Delete all numbers for good',
      description: 'The setting stays as it is: what is read from now on is counted.',
      response: { 204: z.null().describe('Deleted') },
    },
    handler: (_request, reply) => noContent(reply, service.deleteAll()),
  });
};
