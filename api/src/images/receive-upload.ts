import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import { findStorageFailure } from '../storage-failures.ts';

function invalidUpload(message: string): ProblemError {
  return new ProblemError('invalid-input', `The upload is not valid: file ${message}.`, {
    errors: { file: [message] },
  });
}

/** What the form's parser throws: with a status where it refuses, without where it gives up. */
function explainFormError(error: unknown): unknown {
  if (error instanceof ProblemError || (error as { statusCode?: number }).statusCode) return error;
  if (findStorageFailure(error)) return error;
  return new ProblemError('malformed-request', 'The form is damaged or was cut off on the way.', {
    cause: error,
  });
}

/** Writes the one file that the form must have, under the name `file`, as it arrives. */
async function writeUpload(request: FastifyRequest, to: string): Promise<void> {
  let hasFile = false;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    if (hasFile) throw invalidUpload('must be one file, not several');
    if (part.fieldname !== 'file')
      throw invalidUpload(`is missing: the form calls it ${JSON.stringify(part.fieldname ?? '')}`);
    hasFile = true;
    await pipeline(part.file, createWriteStream(to, { flags: 'wx' }));
  }
  if (!hasFile || (await stat(to)).size === 0) throw invalidUpload('is missing or empty');
}

export async function receiveUpload(request: FastifyRequest, to: string): Promise<void> {
  await writeUpload(request, to).catch((error) => {
    throw explainFormError(error);
  });
}
