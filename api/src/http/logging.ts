import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The name of what lets somebody in as a part of an address. */
const SECRET = /:ticket\b/;

/** Of an address that is a secret by itself, only its pattern: who reads the log must not use it. */
function addressOf({ url, routeOptions }: FastifyRequest): string {
  return routeOptions.url && SECRET.test(routeOptions.url) ? routeOptions.url : url;
}

/** One line a request, without headers or bodies: no token and no password is ever in it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = request.url === '/healthz' || request.url === '/readyz' ? 'debug' : 'info';
    const url = addressOf(request);
    request.log[level](
      {
        method: request.method,
        url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      `${request.method} ${url} ${reply.statusCode}`,
    );
  });
}
