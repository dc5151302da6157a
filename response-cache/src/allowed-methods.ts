import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';

/** Long enough for every path, so that the length does not decide which methods are allowed. */
const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Records the routes added until `close()`, to find the methods that a path allows. Wildcard routes
 * are ignored: they match paths that do not exist.
 */
export function collectMethods(app: FastifyInstance) {
  const router = createRouter({ maxParamLength: MAX_PARAM_LENGTH });
  const methods = new Set<createRouter.HTTPMethod>();
  let isOpen = true;
  app.addHook('onRoute', (route) => {
    if (!isOpen || route.url.includes('*')) return;
    for (const method of [route.method].flat() as createRouter.HTTPMethod[]) {
      methods.add(method);
      router.on(method, route.url, () => {});
    }
  });

  return {
    allowed: (path: string) =>
      [...methods].filter((method) => router.find(method, path)).toSorted(),
    close(): void {
      isOpen = false;
    },
  };
}

export type Methods = ReturnType<typeof collectMethods>;
