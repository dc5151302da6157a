import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
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

/** Reads to the end even if it cannot be written: who is still sending would not hear why. */
async function writeStream(stream: Readable, to: string): Promise<void> {
  const handle = await open(to, 'wx');
  let failure: unknown;
  try {
    for await (const piece of stream)
      if (!failure)
        await handle.appendFile(piece).catch((error) => {
          failure = error;
        });
  } finally {
    await handle.close();
  }
  if (failure) throw failure;
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
    await writeStream(part.file, to);
  }
  if (!hasFile || (await stat(to)).size === 0) throw invalidUpload('is missing or empty');
}

export async function receiveUpload(request: FastifyRequest, to: string): Promise<void> {
  await writeUpload(request, to).catch((error) => {
    throw explainFormError(error);
  });
}
