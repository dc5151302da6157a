import type { Methods } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';
import { ProblemError } from './problem.ts';

/** Sends 405 instead of Fastify's 404 for the collected routes, before the body is read. */
export function addMethodNotAllowed(app: FastifyInstance, methods: Methods): void {
  methods.close();
  app.addHook('onRequest', async (request, reply) => {
    const { is404, method, routeOptions, url } = request;
    if (!is404 && !routeOptions.url?.includes('*')) return undefined;
    const allow = methods.allowed(url).join(', ');
    if (allow === '') return undefined;
    const detail = `${method} is not allowed here; use ${allow}.`;
    const problem = new ProblemError('method-not-allowed', detail, { headers: { allow } });
    return sendProblem(problem, request, reply);
  });
}
