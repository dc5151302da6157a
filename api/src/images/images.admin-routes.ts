import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { MAX_UPLOAD_BYTES } from '@longhand/contract/media/image-names';
import {
  imagePage,
  imageQuery,
  imageResponse,
  normalizeImageUrl,
  saveImageUrlInput,
} from '@longhand/contract/media/images';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../http/problem.ts';
import { failures, type Routes } from '../http/responses.ts';
import { findStorageFailure } from '../storage-failures.ts';
import type { AddUpload } from './add-upload.ts';
import type { UploadsService } from './uploads.service.ts';

function invalidUpload(message: string): ProblemError {
  return new ProblemError('invalid-input', `The upload is not valid: file ${message}.`, {
    errors: { file: [message] },
  });
}

/** Parser errors without a status mean a broken body. */
function explainFormError(error: unknown): unknown {
  if (error instanceof ProblemError || (error as { statusCode?: number }).statusCode) return error;
  if (findStorageFailure(error)) return error;
  return new ProblemError('malformed-request', 'The form is damaged or incomplete.', {
    cause: error,
  });
}

/** Reads to the end after a write error: a client that still sends would not read the response. */
async function writeStream(stream: Readable, to: string): Promise<void> {
  await using handle = await open(to, 'wx');
  let failure: unknown;
  for await (const chunk of stream)
    if (!failure)
      await handle.appendFile(chunk).catch((error) => {
        failure = error;
      });
  if (failure) throw failure;
}

async function writeUpload(request: FastifyRequest, to: string): Promise<void> {
  let hasFile = false;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (hasFile) throw invalidUpload('must be one file, not several');
    if (part.fieldname !== 'file')
      throw invalidUpload(`is missing: the form calls it ${JSON.stringify(part.fieldname ?? '')}`);
    hasFile = true;
    await writeStream(part.file, to);
  }
  if (!hasFile || (await stat(to)).size === 0) throw invalidUpload('is missing or empty');
}

async function receiveUpload(request: FastifyRequest, to: string): Promise<void> {
  await writeUpload(request, to).catch((error) => {
    throw explainFormError(error);
  });
  await request.authenticate();
}

type Options = { uploads: UploadsService; addUpload: AddUpload };

/** The scope is separate because no other route accepts forms. */
const uploadRoutes: Routes<Options> = async (app, { addUpload }) => {
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

  app.route({
    method: 'POST',
    url: '/upload-image',
    schema: {
      summary: 'Upload an image',
      description: 'PNG, JPEG, WebP, GIF or AVIF, at most 15 MB and 50 megapixels.',
      consumes: ['multipart/form-data'],
      body: z.object({ file: z.file() }),
      response: { 200: imageResponse },
    },
    // Only the server's own request timeout applies.
    config: { scope: 'write', bodyTimeoutMs: Number.POSITIVE_INFINITY, isUpload: true },
    // The body is a stream; receiveUpload says what is wrong with it.
    validatorCompiler: () => (data) => ({ value: data }),
    handler: async (request) => {
      if (!request.isMultipart()) {
        throw new ProblemError('unsupported-media-type', 'An upload must be multipart/form-data.');
      }
      return { url: await addUpload((file) => receiveUpload(request, file)) };
    },
  });
};

export const imageAdminRoutes: Routes<Options> = async (app, options) => {
  await app.register(uploadRoutes, options);

  app.route({
    method: 'GET',
    url: '/images',
    schema: {
      summary: 'Uploaded images, the newest first',
      querystring: imageQuery,
      response: { 200: imagePage, ...failures(503) },
    },
    handler: ({ query }) => options.uploads.list(query.before, query.limit),
  });

  app.route({
    method: 'POST',
    url: '/save-image-url',
    config: { scope: 'write' },
    schema: {
      summary: 'Use an image from another address',
      description: 'Returns the normalized address. Nothing is fetched from it.',
      body: saveImageUrlInput,
      response: { 200: imageResponse },
    },
    handler: async (request) => ({ url: normalizeImageUrl(request.body.image_url) ?? '' }),
  });
};
