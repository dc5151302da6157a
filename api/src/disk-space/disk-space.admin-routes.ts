import { diskSpace, removableFilesName } from '@longhand/contract/storage';
import { z } from 'zod';
import { assertAccess } from '../http/access.ts';
import type { Routes } from '../http/responses.ts';
import type { DiskSpaceService } from './disk-space.service.ts';

export const diskSpaceAdminRoutes: Routes<{ diskSpace: DiskSpaceService }> = async (
  app,
  options,
) => {
  app.route({
    method: 'GET',
    url: '/disk-space',
    schema: {
      summary: 'Whether the disk is full, and what can be deleted then',
      response: { 200: diskSpace },
    },
    handler: () => options.diskSpace.read(),
  });

  app.route({
    method: 'DELETE',
    url: '/disk-space/:name',
    config: { scope: 'write' },
    schema: {
      summary: 'Delete files that the blog does without',
      description:
        '`resized-pictures` are made again when a reader asks for them. `old-backups` are automatic ones and copies before an update, in the data folder: the newest of each stay, and no API token may delete them.',
      params: z.object({ name: removableFilesName }),
      response: { 200: diskSpace },
    },
    preValidation: async ({ access, params }) => {
      if (Object(params).name === 'old-backups') assertAccess(access, 'owner');
    },
    handler: async ({ params }) => {
      await options.diskSpace.remove(params.name);
      return options.diskSpace.read();
    },
  });
};
