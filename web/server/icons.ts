import { fileURLToPath } from 'node:url';
import { SITE_ICON_NAMES, type SiteIcon } from '@longhand/contract/site-icons';
import {
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  type ResponseCache,
  type ResponseContent,
  sendCached,
} from '@longhand/response-cache';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';

type Options = {
  /** Of the icons that come with the software. */
  readonly folder: URL;
  readonly fetchApi: Transport;
  readonly cache: ResponseCache;
};

/** Cached if there is one of the owner's. */
async function fetchIcon(
  fetchApi: Transport,
  name: SiteIcon,
  { id, log }: FastifyRequest,
): Promise<ResponseContent> {
  const response = await fetchApi(`/site/icons/${name}`, id).catch((err) => {
    log.warn({ err }, 'the icon could not be read');
    return undefined;
  });
  return {
    status: response?.status ?? 503,
    cacheable: response?.ok ?? false,
    headers: {
      ...CROSS_ORIGIN_HEADERS,
      'cache-control': 'no-cache',
      // The drawing has the picture within it.
      'content-security-policy': `${CSP_DENY_ALL}; img-src data:; sandbox`,
      'content-type': response?.headers.get('content-type') ?? 'application/octet-stream',
    },
    body: Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)),
  };
}

/** The icons that browsers look for: the owner's, or those that come with the software. */
export function addIcons(app: FastifyInstance, { folder, fetchApi, cache }: Options): void {
  for (const name of SITE_ICON_NAMES) {
    app.get(`/${name}`, async (request, reply) => {
      const icon = await cache.getOrCreate(`/${name}`, () => fetchIcon(fetchApi, name, request));
      if (icon.status === 200) return sendCached(request, reply, icon);
      return reply
        .headers(CROSS_ORIGIN_HEADERS)
        .sendFile(name, fileURLToPath(folder), { maxAge: '1d', immutable: false });
    });
  }
}
