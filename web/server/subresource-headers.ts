import { DOCUMENT_HEADERS } from '@longhand/response-cache';
import type { FastifyReply } from 'fastify';

/** For a script, stylesheet or font: they would be a third of the bytes of a small script. */
export function leaveOffDocumentHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
}
