import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SOFTWARE_VERSION } from '../software-version.ts';

type Options = { siteName: string; siteUrl: string };

/** Describes every route that is registered after it, from the schemas that validate it. */
export async function collectDocumentation(
  app: FastifyInstance,
  { siteName, siteUrl }: Options,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${siteName} API`,
        version: SOFTWARE_VERSION,
        description:
          'Everything the public reads, and what the administrator does. Failures are application/problem+json.',
      },
      servers: [{ url: siteUrl }],
      tags: [
        { name: 'Public', description: 'For everybody' },
        { name: 'Session', description: 'Logging in and out' },
        { name: 'Administration', description: 'With the token of a session' },
        { name: 'Health', description: 'For whatever watches the process' },
      ],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    },
    // The pages beside the API, and their files, are no calls.
    hideUntagged: true,
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

export function serveOpenApi(app: FastifyInstance): void {
  app.get(
    '/api/openapi.json',
    { schema: { hide: true, response: { 200: z.record(z.string(), z.unknown()) } } },
    async () => app.swagger() as unknown as Record<string, unknown>,
  );
}

/** The page loads its own files and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function serveDocumentationPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'API' },
  });
}
