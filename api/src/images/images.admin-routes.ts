import multipart from '@fastify/multipart';
import { MAX_UPLOAD_BYTES } from '@longhand/contract/image-names';
import { imageResponse, normalizeImageUrl, saveImageUrlInput } from '@longhand/contract/images';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import { BEARER, writeFailures } from '../http/responses.ts';
import { processImage } from './process-image.ts';
import type { UploadsService } from './uploads.service.ts';

type Options = { uploads: UploadsService };

function invalidUpload(message: string): ProblemError {
  return new ProblemError('invalid-input', `The upload is not valid: file ${message}.`, {
    errors: { file: [message] },
  });
}

/** What the form's parser throws: with a status where it refuses, without where it gives up. */
function explainFormError(error: unknown): unknown {
  if (error instanceof ProblemError || (error as { statusCode?: number }).statusCode) return error;
  return new ProblemError('malformed-request', 'The form is damaged or was cut off on the way.', {
    cause: error,
  });
}

/** The bytes of the one file that the form must have, under the name `file`. */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  let upload: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (upload) throw invalidUpload('must be one file, not several');
    if (part.fieldname !== 'file')
      throw invalidUpload(`is missing: the form calls it ${JSON.stringify(part.fieldname ?? '')}`);
    upload = await part.toBuffer();
  }
  if (!upload || upload.length === 0) throw invalidUpload('is missing or empty');
  return upload;
}

/** In a scope of its own: no other route takes forms. */
const uploadRoutes: FastifyPluginAsyncZod<Options> = async (app, { uploads }) => {
  await app.register(multipart, {
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 2,
      fields: 10,
      fieldSize: 10_000,
      // Parts above a limit of their own would be dropped by the parser without anybody to hear
      // when the last of them is cut off, and that ends the process.
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
      // As long as the server waits for any request.
      config: { bodyWithinMs: Number.POSITIVE_INFINITY, isUpload: true },
      // The body is a stream; readUpload says what is wrong with it.
      validatorCompiler: () => (data) => ({ value: data }),
    },
    async (request) => {
      if (!request.isMultipart()) {
        throw new ProblemError('unsupported-media-type', 'An upload must be multipart/form-data.');
      }
      const upload = await readUpload(request).catch((error) => {
        throw explainFormError(error);
      });
      const image = await processImage(upload);
      await uploads.keep(image);
      return { url: `/uploads/${image.name}` };
    },
  );
};

export const imageAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { uploads }) => {
  await app.register(uploadRoutes, { uploads });

  app.post(
    '/save-image-url',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Use an image from another address',
        description: 'Answers the address in its normal form. Nothing is fetched from it.',
        security: BEARER,
        body: saveImageUrlInput,
        response: { 200: imageResponse, ...writeFailures(400, 413, 415) },
      },
    },
    async (request) => ({ url: normalizeImageUrl(request.body.image_url) ?? '' }),
  );
};
