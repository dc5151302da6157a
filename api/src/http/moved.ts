import type { FastifyReply } from 'fastify';

/** A permanent redirect without a body. */
export function sendMoved(reply: FastifyReply, location: string) {
  // The default serializer would send `null`.
  return reply
    .code(301)
    .header('location', location)
    .serializer(() => '')
    .send(null);
}
