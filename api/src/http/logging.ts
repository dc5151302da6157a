import proxyAddr from '@fastify/proxy-addr';
import { type AccessLog, pathForLog } from '@longhand/response-cache';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { addressForLog } from './address-key.ts';
import { createTrustCheck, type Trusts } from './proxies.ts';
import { createRequestIdGenerator, isInProcess } from './request-id.ts';

/** Those at which requests are written down. */
const LEVELS: readonly string[] = ['info', 'debug', 'trace'];

/**
 * One line a request, without headers, queries or bodies: no token, no password and nothing that a
 * visitor searched for is ever in it. None where nobody wants to read it.
 */
function createAccessLog(
  { logAccess, logLevel }: Config,
  log: FastifyBaseLogger,
  trusts: Trusts,
): AccessLog | undefined {
  if (logAccess === 'off' || !LEVELS.includes(logLevel)) return undefined;
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

/** How requests get their ids and are logged: for both hosts, by Fastify and before it. */
export function createRequestLogging(config: Config, logger: FastifyBaseLogger) {
  const trusts = createTrustCheck(config.trustProxy);
  const generateRequestId = createRequestIdGenerator(trusts);
  return {
    generateRequestId,
    accessLog: createAccessLog(config, logger, trusts),
    fastifyOptions: {
      loggerInstance: logger,
      logController: new LogController({ disableRequestLogging: true }),
      genReqId: generateRequestId,
      trustProxy: config.trustProxy,
    },
  };
}

export type RequestLogging = ReturnType<typeof createRequestLogging>;

export function logRequests(app: FastifyInstance, { accessLog: log }: RequestLogging): void {
  if (!log) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log(request.raw, { id: request.id, status: reply.statusCode, ms });
  });
}
