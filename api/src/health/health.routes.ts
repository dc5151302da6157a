import { software } from '@longhand/contract/account';
import { type DiskSpace, diskSpace } from '@longhand/contract/storage';
import { isDraining, RETRY_AFTER_SECONDS } from '@longhand/response-cache';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { ProblemError } from '../http/problem.ts';
import { failures, type Routes } from '../http/responses.ts';
import { SOFTWARE } from '../software-version.ts';

type BackupSummary = 'ok' | 'failed' | 'overdue';

type Options = {
  db: Database;
  /** As of the last check, so that the answer depends on nothing. */
  summarizeBackups: () => BackupSummary | undefined;
  diskStatus: () => DiskSpace['status'] | undefined;
};

const STOPPING = new ProblemError('unavailable', 'The server is stopping.', {
  retryAfter: RETRY_AFTER_SECONDS,
});

const healthy = z.object({ status: z.literal('ok') });

/** Without automatic backups, there is no `backup`. */
const alive = healthy.extend({
  ...software.shape,
  backup: z.enum(['ok', 'failed', 'overdue']).optional(),
  disk: diskSpace.shape.status.optional(),
});

export const healthRoutes: Routes<Options> = async (app, { db, summarizeBackups, diskStatus }) => {
  app.route({
    method: 'GET',
    url: '/healthz',
    schema: {
      tags: ['Health'],
      summary: 'The process is running',
      response: { 200: alive },
    },
    handler: async () => ({
      status: 'ok' as const,
      ...SOFTWARE,
      backup: summarizeBackups(),
      disk: diskStatus(),
    }),
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    schema: {
      tags: ['Health'],
      summary: 'The process is running and its database responds',
      response: { 200: healthy, ...failures(503) },
    },
    handler: async () => {
      if (isDraining(app.server)) throw STOPPING;
      try {
        await sql`select count(*) from settings`.execute(db);
      } catch (error) {
        throw new ProblemError('unavailable', 'The database does not respond.', { cause: error });
      }
      return { status: 'ok' as const };
    },
  });
};
