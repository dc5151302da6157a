import fastifyStatic from '@fastify/static';
import { isImageName, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { z } from 'zod';
import { PICTURE_HEADERS, SMALL_CHUNKS } from '../http/headers.ts';
import { notFound, type ProblemError } from '../http/problem.ts';
import type { Routes } from '../http/responses.ts';
import type { ImageStore } from './image-store.ts';
import { createImageVariants, VARIANT_FORMATS } from './image-variants.ts';
import type { ImageWorker } from './image-worker.ts';

type Options = { images: ImageStore; worker: ImageWorker };

const IMMUTABLE = { ...SMALL_CHUNKS, immutable: true, maxAge: '365d' } as const;

function noSuchImage(): ProblemError {
  return notFound('This image does not exist.');
}

/** Responses are immutable, because the name of an upload contains the hash of its content. */
export const imageRoutes: Routes<Options> = async (app, { images, worker }) => {
  const variants = createImageVariants(images, worker, app.log);
  await app.register(fastifyStatic, { root: images.folder, serve: false });

  app.get(
    `${UPLOADS_PATH}:name`,
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      if (!isImageName(name)) throw noSuchImage();
      const state = await images.check(name);
      if (state === 'missing') throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      if (state === 'valid') return reply.sendFile(name, IMMUTABLE);
      request.log.error(`the upload ${name} is damaged: see npm run doctor`);
      // A damaged upload is sent without caching, because it may be repaired.
      return reply.sendFile(name, { ...SMALL_CHUNKS, maxAge: 0 });
    },
  );

  app.get(
    `${UPLOADS_PATH}:width/:name`,
    { schema: { hide: true, params: z.object({ width: z.string(), name: z.string() }) } },
    async (request, reply) => {
      const { width, name: file } = request.params;
      const format = VARIANT_FORMATS.find((extension) => file.endsWith(`.${extension}`));
      const name = file.slice(0, -1 - (format?.length ?? 0));
      const found = format && isImageName(name) && (await variants.find(name, width, format));
      if (!found) throw noSuchImage();
      reply.headers(PICTURE_HEADERS);
      // The redirect is not cached, because the variant may be available later.
      if (found === 'original')
        return reply.header('cache-control', 'no-store').redirect(UPLOADS_PATH + name, 302);
      if ('file' in found) return reply.sendFile(found.file, IMMUTABLE);
      return reply.type(`image/${format}`).header('cache-control', 'no-store').send(found.bytes);
    },
  );
};
