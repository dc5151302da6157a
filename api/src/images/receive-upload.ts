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
  const handle = await open(to, 'wx');
  let failure: unknown;
  try {
    for await (const chunk of stream)
      if (!failure)
        await handle.appendFile(chunk).catch((error) => {
          failure = error;
        });
  } finally {
    await handle.close();
  }
  if (failure) throw failure;
}

/** Streams the only file of the form, its field `file`. */
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
