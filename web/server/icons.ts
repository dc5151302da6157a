import { readFile } from 'node:fs/promises';
import { SITE_ICON_NAMES, SITE_ICONS, type SiteIcon } from '@longhand/contract/site/site-icons';
import {
  CROSS_ORIGIN_HEADERS,
  CSP_DENY_ALL,
  CSP_ICON,
  type ResponseCache,
  type ResponseContent,
  sendCached,
} from '@longhand/response-cache';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';

type Options = {
  readonly defaultIcons: URL;
  readonly fetchApi: Transport;
  readonly cache: ResponseCache;
};

/** Without the API nobody knows whether the owner has an icon, so the default is not cached. */
async function readDefault(folder: URL, name: SiteIcon, isSure: boolean): Promise<ResponseContent> {
  return {
    cacheable: isSure,
    headers: {
      ...CROSS_ORIGIN_HEADERS,
      'cache-control': isSure ? 'public, max-age=86400' : 'no-cache',
      'content-security-policy': CSP_DENY_ALL,
      'content-type': SITE_ICONS[name],
    },
    body: await readFile(new URL(name, folder)),
  };
}

async function readIcon(
  { defaultIcons, fetchApi }: Options,
  name: SiteIcon,
  { id, log }: FastifyRequest,
): Promise<ResponseContent> {
  const response = await fetchApi(`/site/icons/${name}`, id).catch((err) => {
    log.warn({ err }, 'the icon could not be read');
    return undefined;
  });
  if (!response?.ok) return readDefault(defaultIcons, name, response?.status === 404);
  return {
    cacheable: true,
    headers: {
      ...CROSS_ORIGIN_HEADERS,
      'cache-control': 'no-cache',
      'content-security-policy': CSP_ICON,
      'content-type': SITE_ICONS[name],
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Browsers get the owner's icons, or those that come with the software. */
export function addIcons(app: FastifyInstance, options: Options): void {
  for (const name of SITE_ICON_NAMES) {
    app.get(`/${name}`, async (request, reply) => {
      const icon = await options.cache.getOrCreate(`/${name}`, () =>
        readIcon(options, name, request),
      );
      return sendCached(request, reply, icon);
    });
  }
}
