import { diskSpace, removableFilesName } from '@longhand/contract/disk-space';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { DiskSpaceService } from './disk-space.service.ts';

/** Registered behind the session. */
export const diskSpaceAdminRoutes: FastifyPluginAsyncZod<{ diskSpace: DiskSpaceService }> = async (
  app,
  options,
) => {
  app.get(
    '/disk-space',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Whether the disk is full, and what can be deleted then',
        security: BEARER,
        response: { 200: diskSpace, ...failures(401) },
      },
    },
    () => options.diskSpace.read(),
  );

  app.delete(
    '/disk-space/:name',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Delete files that the blog does without',
        description:
          '`resized-pictures` are made again when a reader asks for them. `old-backups` are automatic ones and copies before an update, in the data folder: the newest of each stay.',
        security: BEARER,
        params: z.object({ name: removableFilesName }),
        response: { 200: diskSpace, ...writeFailures(400) },
      },
    },
    async ({ params }) => {
      await options.diskSpace.remove(params.name);
      return options.diskSpace.read();
    },
  );
};
