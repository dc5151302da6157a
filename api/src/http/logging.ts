import proxyAddr from '@fastify/proxy-addr';
import { type AccessLog, pathForLog } from '@longhand/response-cache';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { addressForLog } from './address-key.ts';
import {
  createRequestIdGenerator,
  createTrustCheck,
  isInProcess,
  type TrustCheck,
} from './proxies.ts';

const ACCESS_LOG_LEVELS: readonly string[] = ['info', 'debug', 'trace'];

/** Addresses are kept, because parsing one takes longer than the rest of its line. */
const MAX_KNOWN_ADDRESSES = 1_000;

function createAddressFormat(access: 'short' | 'full') {
  const known = new LRUCache<string, { readonly text: string | undefined }>({
    max: MAX_KNOWN_ADDRESSES,
    memoMethod: (address) => ({ text: addressForLog(address, access) }),
  });
  return (address: string): string | undefined => known.memo(address).text;
}

/**
 * One line per request, without headers, query or body, so that it contains no tokens, passwords or
 * search terms.
 */
function createAccessLog(
  { logAccess, logLevel }: Config,
  log: FastifyBaseLogger,
  isTrusted: TrustCheck,
): AccessLog | undefined {
  if (logAccess === 'off' || !ACCESS_LOG_LEVELS.includes(logLevel)) return undefined;
  const formatAddress = createAddressFormat(logAccess);
  return (request, { id, status, ms }) => {
    const { method } = request;
    const url = pathForLog(request.url ?? '');
    const isInternal = isInProcess(request);
    const address = isInternal ? undefined : formatAddress(proxyAddr(request, isTrusted));
    const isQuiet = isInternal || url === '/healthz' || url === '/readyz';
    log[isQuiet ? 'debug' : 'info'](
      { reqId: id, method, url, status, ms, address },
      `${method} ${url} ${status}`,
    );
  };
}

export function createRequestLogging(config: Config, logger: FastifyBaseLogger) {
  const isTrusted = createTrustCheck(config.trustProxy);
  const generateRequestId = createRequestIdGenerator(isTrusted);
  return {
    generateRequestId,
    accessLog: createAccessLog(config, logger, isTrusted),
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
