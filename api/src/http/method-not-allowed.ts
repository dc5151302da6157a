import type { Methods } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';
import { ProblemError } from './problem.ts';

/**
 * Makes the collected routes answer 405 to methods that they do not take, where the framework would
 * say 404; before the body is read, and whatever is mounted beside them.
 */
export function addMethodNotAllowed(app: FastifyInstance, methods: Methods): void {
  methods.close();
  app.addHook('onRequest', async (request, reply) => {
    const { is404, method, routeOptions, url } = request;
    if (!is404 && !routeOptions.url?.includes('*')) return undefined;
    const allow = methods.allowed(url).join(', ');
    if (allow === '') return undefined;
    const detail = `${method} is not possible here; ${allow} is.`;
    const problem = new ProblemError('method-not-allowed', detail, { headers: { allow } });
    return sendProblem(problem, request, reply);
  });
}
