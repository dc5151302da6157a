import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { SOFTWARE_COMMIT, SOFTWARE_VERSION } from '../software-version.ts';

/** Only routes registered after this are included. */
export async function collectDocumentation(
  app: FastifyInstance,
  { site, apiPublicUrl }: Pick<Config, 'site' | 'apiPublicUrl'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${site.name} API`,
        version: SOFTWARE_VERSION,
        ...(SOFTWARE_COMMIT && { 'x-commit': SOFTWARE_COMMIT }),
        description:
          'The public and the administration API. Errors are application/problem+json. Scripts use an API token, made in the settings of the dashboard: `read` is enough for calls that change nothing, `write` for those that change nothing that readers see, now or later, `publish` for all but those of the account itself. What a token may not do is answered with 403, one that has ended or was deleted with 401.',
      },
      servers: [{ url: apiPublicUrl ?? site.url }],
      tags: [
        { name: 'Public', description: 'No authentication' },
        { name: 'Session', description: 'Logging in and out' },
        { name: 'Administration', description: 'Requires the token of a session, or an API token' },
        { name: 'Health', description: 'For monitoring' },
      ],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The `access_token` of a session, or an API token (`lh_…`).',
          },
        },
      },
    },
    // Untagged routes are pages and files, not part of the API.
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
