import fastifyStatic from '@fastify/static';
import { IMAGE_WIDTHS } from '@longhand/contract/image-names';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import type { ImageStore } from './image-store.ts';
import { createNarrowerImages } from './narrower-images.ts';

type Options = { images: ImageStore };

/** Only names that the store itself gives; nothing else is ever looked for on disk. */
const IMAGE_NAME = /^[0-9a-f]{32}-\d{1,8}x\d{1,8}\.(?:jpg|png|webp|gif|avif)$/;

const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

function noSuchImage(): ProblemError {
  return new ProblemError('not-found', 'There is no such image.');
}

/** The uploaded images, for everybody and for ever: another picture has another name. */
export const imageRoutes: FastifyPluginAsyncZod<Options> = async (app, { images }) => {
  const narrower = createNarrowerImages(images.folder);
  await app.register(fastifyStatic, { root: images.folder, serve: false });

  app.get(
    '/uploads/:name',
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      if (!IMAGE_NAME.test(name)) throw noSuchImage();
      reply.headers(IMAGE_HEADERS);
      return reply.sendFile(name, { immutable: true, maxAge: '365d' });
    },
  );

  app.get(
    '/uploads/:width/:name',
    { schema: { hide: true, params: z.object({ width: z.string(), name: z.string() }) } },
    async (request, reply) => {
      const name = /^(.+)\.webp$/.exec(request.params.name)?.[1] ?? '';
      const width = IMAGE_WIDTHS.find((each) => String(each) === request.params.width);
      // Everything is checked before anything is made.
      const file = width && IMAGE_NAME.test(name) && (await narrower.find(name, width));
      if (!file) throw noSuchImage();
      reply.headers(IMAGE_HEADERS);
      return reply.sendFile(file, { immutable: true, maxAge: '365d' });
    },
  );
};
