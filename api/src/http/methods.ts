import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { ProblemError } from './problem.ts';

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/**
 * Makes known addresses answer 405 to methods they do not take, where the framework would say
 * 404. Collects the routes that are added after it; `refuseOtherMethods` closes the list.
 */
export function collectMethods(app: FastifyInstance) {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', (route: RouteOptions & { url: string }) => {
    if (route.url.includes('*')) return;
    const methods = methodsByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByUrl.set(route.url, methods);
  });

  return function refuseOtherMethods(): void {
    for (const [url, known] of [...methodsByUrl]) {
      const allow = [...known].toSorted().join(', ');
      app.route({
        url,
        method: METHODS.filter((method) => !known.has(method)),
        schema: { hide: true },
        // Answered before the body is read: whatever it holds, it is not wanted here.
        onRequest: async (request) => {
          throw new ProblemError(
            'method-not-allowed',
            `${request.method} is not possible here; ${allow} is.`,
            {
              headers: { allow },
            },
          );
        },
        handler: async () => undefined,
      });
    }
  };
}
