import { randomUUID } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import type { FrontLog } from '@longhand/answers';
import type { Config } from '@longhand/api/config';
import type { Logger } from 'pino';

/** The line that every other request has in the log; none where nobody wants to read it. */
export function frontLog({ trustProxy }: Config, logger: Logger): FrontLog | undefined {
  if (!logger.isLevelEnabled('info')) return undefined;
  const trusts =
    typeof trustProxy === 'boolean' ? () => trustProxy : proxyAddr.compile([...trustProxy]);
  return (request, status) => {
    const { method, url } = request;
    const reqId = randomUUID();
    const address = proxyAddr(request, trusts);
    logger.info({ reqId, method, url, status, ms: 0, address }, `${method} ${url} ${status}`);
  };
}
