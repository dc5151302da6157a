import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const asText = async (_request: FastifyRequest, body: string | Buffer) => body;

export function acceptCsv(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, asText);
}

export const csvResponse = {
  description: 'The list',
  content: { 'text/csv': { schema: z.string() } },
};

export function sendCsv(reply: FastifyReply, fileName: string, parts: AsyncIterable<string>) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(parts));
}
