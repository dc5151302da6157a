import fastifyStatic from '@fastify/static';
import { IMAGE_FORMATS, isImageName, UPLOADS_PATH } from '@longhand/contract/image-names';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PICTURE_HEADERS, SMALL_CHUNKS } from '../http/headers.ts';
import { ProblemError } from '../http/problem.ts';
import type { ImageStore } from './image-store.ts';
import { createImageVariants } from './image-variants.ts';
import type { ImageWorker } from './image-worker.ts';

type Options = { images: ImageStore; worker: ImageWorker };

const FOR_EVER = { ...SMALL_CHUNKS, immutable: true, maxAge: '365d' } as const;

function noSuchImage(): ProblemError {
  return new ProblemError('not-found', 'There is no such image.');
}

/** The uploaded images, for everybody and for ever: another picture has another name. */
export const imageRoutes: FastifyPluginAsyncZod<Options> = async (app, { images, worker }) => {
  const narrower = createImageVariants(images, worker, app.log);
  await app.register(fastifyStatic, { root: images.folder, serve: false });

  app.get(
    `${UPLOADS_PATH}:name`,
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      // Nothing else is ever looked for on disk.
      if (!isImageName(name)) throw noSuchImage();
      const state = await images.look(name);
      if (state === 'missing') throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      if (state === 'whole') return reply.sendFile(name, FOR_EVER);
      request.log.error(`the upload ${name} is damaged: see npm run doctor`);
      // What is left of it, until it is put right.
      return reply.sendFile(name, { ...SMALL_CHUNKS, maxAge: 0 });
    },
  );

  app.get(
    `${UPLOADS_PATH}:width/:name`,
    { schema: { hide: true, params: z.object({ width: z.string(), name: z.string() }) } },
    async (request, reply) => {
      const { width, name: file } = request.params;
      const format = IMAGE_FORMATS.find((each) => file.endsWith(`.${each}`));
      const name = file.slice(0, -1 - (format?.length ?? 0));
      // Everything is checked before anything is made.
      const found = format && isImageName(name) && (await narrower.find(name, width, format));
      if (!found) throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      // For now: nobody may keep it under this address.
      if (found === 'original')
        return reply.header('cache-control', 'no-store').redirect(UPLOADS_PATH + name, 302);
      if ('file' in found) return reply.sendFile(found.file, FOR_EVER);
      return reply.type(`image/${format}`).header('cache-control', 'no-store').send(found.bytes);
    },
  );
};
