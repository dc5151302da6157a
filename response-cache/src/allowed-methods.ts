import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';

/** As long as a path can be: whether a method is allowed does not depend on it. */
const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Collects the routes that are added from here on, until it is closed, and tells which methods a
 * path takes. Wildcards are left out: they match paths at which there is nothing.
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
    allowed: (path: string) => [...methods].filter((each) => router.find(each, path)).toSorted(),
    close(): void {
      isOpen = false;
    },
  };
}

export type Methods = ReturnType<typeof collectMethods>;
