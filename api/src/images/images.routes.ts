import fastifyStatic from '@fastify/static';
import { IMAGE_FORMATS, isImageName } from '@longhand/contract/image-names';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PICTURE_HEADERS } from '../http/headers.ts';
import { ProblemError } from '../http/problem.ts';
import type { ImageStore } from './image-store.ts';
import { createNarrowerImages } from './narrower-images.ts';

type Options = { images: ImageStore };

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
      // Nothing else is ever looked for on disk.
      if (!isImageName(name)) throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      return reply.sendFile(name, { immutable: true, maxAge: '365d' });
    },
  );

  app.get(
    '/uploads/:width/:name',
    { schema: { hide: true, params: z.object({ width: z.string(), name: z.string() }) } },
    async (request, reply) => {
      const { width, name: file } = request.params;
      const format = IMAGE_FORMATS.find((each) => file.endsWith(`.${each}`));
      const name = file.slice(0, -1 - (format?.length ?? 0));
      // Everything is checked before anything is made.
      const found = format && isImageName(name) && (await narrower.find(name, width, format));
      if (!found) throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      return reply.sendFile(found, { immutable: true, maxAge: '365d' });
    },
  );
};
