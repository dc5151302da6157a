import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

type Options = { siteUrl: string; webOrigins: readonly string[] };

/** A picture runs nothing when it is opened by itself, and every site may show it. */
export const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** What every answer of the API says about how it may be used. */
export async function setHeaders(
  app: FastifyInstance,
  { siteUrl, webOrigins }: Options,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    frameguard: { action: 'deny' },
    // For browsers that are gone, and plug-ins: bytes in every answer.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only an owner who has https may promise it for a year.
    strictTransportSecurity: siteUrl.startsWith('https:') && {
      maxAge: 31_536_000,
      // The owner's other subdomains are none of our business.
      includeSubDomains: false,
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  });
  if (webOrigins.length > 0) {
    await app.register(cors, {
      origin: [...webOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-match'],
      exposedHeaders: ['etag', 'link', 'location', 'retry-after', 'x-request-id'],
      maxAge: 86_400,
    });
  }
}
