import type { FastifyInstance } from 'fastify';

/** One line a request, without headers or bodies: no token and no password is ever in it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = request.url === '/healthz' || request.url === '/readyz' ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      `${request.method} ${request.url} ${reply.statusCode}`,
    );
  });
}
