import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** `3`, `"3"` or `W/"3"`; `*` matches any version. */
export const ifMatch = z
  .string()
  .regex(/^(?:\*|(?:W\/)?"?\d{1,9}"?)$/, 'must be a version, like "3"')
  .optional()
  .describe('The version that was edited; another one in the meantime is answered with 409.');

export const workingCopyHeader = z
  .string()
  .regex(/^"?\d{1,9}"?$/, 'must be the version of a working copy, like "3"')
  .optional()
  .describe('The working copy that this saves: it is deleted if it has this version.');

export function expectedVersion(header: string | undefined): number | undefined {
  const digits = /\d+/.exec(header ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

export function withVersion<Body extends { version: number }>(reply: FastifyReply, body: Body) {
  reply.header('etag', `"${body.version}"`);
  return body;
}
