import multipart from '@fastify/multipart';
import { MAX_UPLOAD_BYTES } from '@longhand/contract/image-names';
import {
  imagePage,
  imageQuery,
  imageResponse,
  normalizeImageUrl,
  saveImageUrlInput,
} from '@longhand/contract/images';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures, writeFailures } from '../http/responses.ts';
import type { AddUpload } from './add-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import type { UploadsService } from './uploads.service.ts';

type Options = { uploads: UploadsService; addUpload: AddUpload };

/** A separate scope: no other route accepts forms. */
const uploadRoutes: FastifyPluginAsyncZod<Options> = async (app, { addUpload }) => {
  await app.register(multipart, {
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 2,
      fields: 10,
      fieldSize: 10_000,
      // Why no limit: the parser drops parts above it without an error listener, so a truncated one
      // would end the process.
      parts: Number.POSITIVE_INFINITY,
    },
  });

  app.post(
    '/upload-image',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Upload an image',
        description: 'PNG, JPEG, WebP, GIF or AVIF, at most 15 MB and 50 megapixels.',
        security: BEARER,
        consumes: ['multipart/form-data'],
        body: z.object({ file: z.file() }),
        response: { 200: imageResponse, ...writeFailures(400, 413, 415) },
      },
      // Only the server's own request timeout applies.
      config: { bodyTimeoutMs: Number.POSITIVE_INFINITY, isUpload: true },
      // The body is a stream; receiveUpload says what is wrong with it.
      validatorCompiler: () => (data) => ({ value: data }),
    },
    async (request) => {
      if (!request.isMultipart()) {
        throw new ProblemError('unsupported-media-type', 'An upload must be multipart/form-data.');
      }
      return { url: await addUpload((file) => receiveUpload(request, file)) };
    },
  );
};

export const imageAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  await app.register(uploadRoutes, options);

  app.get(
    '/images',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Uploaded images, the newest first',
        security: BEARER,
        querystring: imageQuery,
        response: { 200: imagePage, ...failures(400, 401, 503) },
      },
    },
    ({ query }) => options.uploads.list(query.before, query.limit),
  );

  app.post(
    '/save-image-url',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Use an image from another address',
        description: 'Returns the normalized address. Nothing is fetched from it.',
        security: BEARER,
        body: saveImageUrlInput,
        response: { 200: imageResponse, ...writeFailures(400, 413, 415) },
      },
    },
    async (request) => ({ url: normalizeImageUrl(request.body.image_url) ?? '' }),
  );
};
