import type { FastifyRequest } from 'fastify';
import { createApiClient, type Transport } from '../app/lib/api-client.ts';
import type { ServerSite } from '../app/reader/site/site.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';

type Current = { readonly settings: ServerSite; readonly isCurrent: boolean };

/** If the API fails, the settings are those that were last known, which must not be cached. */
export async function readCurrentSite(
  site: SiteReader,
  fetchApi: Transport,
  { id, log }: Pick<FastifyRequest, 'id' | 'log'>,
): Promise<Current> {
  try {
    const settings = await site.read(createApiClient((path) => fetchApi(path, id)));
    return { settings, isCurrent: true };
  } catch (err) {
    log.warn({ err }, 'the settings of the site could not be read');
    return { settings: site.lastKnown(), isCurrent: false };
  }
}
