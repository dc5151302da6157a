import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { addressForLog } from './address-key.ts';
import { pathForLog } from './path-for-log.ts';
import { createTrusts } from './proxies.ts';
import { createRequestIdGenerator, isInProcess } from './request-id.ts';

/** Those at which requests are written down. */
const LEVELS: readonly string[] = ['info', 'debug', 'trace'];

export type Answered = { readonly id: string; readonly status: number; readonly ms: number };

/** Writes a request down that was answered. */
export type AccessLog = (request: IncomingMessage, answered: Answered) => void;

/**
 * One line a request, without headers, queries or bodies: no token, no password and nothing that a
 * visitor searched for is ever in it. None where nobody wants to read it.
 */
export function createAccessLog(config: Config, log: FastifyBaseLogger): AccessLog | undefined {
  const { logAccess } = config;
  if (logAccess === 'off' || !LEVELS.includes(config.logLevel)) return undefined;
  const trusts = createTrusts(config);
  return (request, { id, status, ms }) => {
    const { method } = request;
    const url = pathForLog(request.url ?? '');
    const isInner = isInProcess(request);
    const address = isInner ? undefined : addressForLog(proxyAddr(request, trusts), logAccess);
    const isQuiet = isInner || url === '/healthz' || url === '/readyz';
    log[isQuiet ? 'debug' : 'info'](
      { reqId: id, method, url, status, ms, address },
      `${method} ${url} ${status}`,
    );
  };
}

/** How an app names and logs its requests: for both hosts. */
export function loggedRequests(config: Config, logger: FastifyBaseLogger) {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIdGenerator(createTrusts(config)),
    trustProxy: config.trustProxy,
  };
}

export function logRequests(app: FastifyInstance, log: AccessLog | undefined): void {
  if (!log) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log(request.raw, { id: request.id, status: reply.statusCode, ms });
  });
}
