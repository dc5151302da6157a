import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import type { ImageStore } from './image-store.ts';

type Options = { images: ImageStore };

/** Only names that the store itself gives; nothing else is ever looked for on disk. */
const IMAGE_NAME = /^[0-9a-f]{32}-\d{1,8}x\d{1,8}\.(?:jpg|png|webp|gif|avif)$/;

/** The uploaded images, for everybody and for ever: another picture has another name. */
export const imageRoutes: FastifyPluginAsyncZod<Options> = async (app, { images }) => {
  await app.register(fastifyStatic, { root: images.folder, serve: false });

  app.get(
    '/uploads/:name',
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      if (!IMAGE_NAME.test(name)) throw new ProblemError('not-found', 'There is no such image.');
      reply.headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      return reply.sendFile(name, { immutable: true, maxAge: '365d' });
    },
  );
};
