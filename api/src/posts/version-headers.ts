import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** A version as `3`, `"3"` or `W/"3"`; `*` asks for no particular one. */
export const ifMatch = z
  .string()
  .regex(/^(?:\*|(?:W\/)?"?\d{1,9}"?)$/, 'must be the version of the post, like "3"')
  .optional()
  .describe('The version that was edited; another one in the meantime is answered with 409.');

export function expectedVersion(header: string | undefined): number | undefined {
  const digits = /\d+/.exec(header ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

export function withVersion<Answer extends { version: number }>(
  reply: FastifyReply,
  answer: Answer,
) {
  reply.header('etag', `"${answer.version}"`);
  return answer;
}
