import { leaveOffDocumentHeaders, type ResponseCache, sendCached } from '@longhand/response-cache';
import type { FastifyInstance } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { readerWordsOf, WORDS_FILE_PREFIX } from '../app/reader/site/words-file.server.ts';
import { readCurrentSite } from './current-site.ts';

type Options = {
  readonly site: SiteReader;
  readonly fetchApi: Transport;
  readonly cache: ResponseCache;
};

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
};

/** An older page may ask for a file of older words, and gets those of now. */
export function addWords(app: FastifyInstance, { site, fetchApi, cache }: Options): void {
  app.get(`${WORDS_FILE_PREFIX}:hash`, async (request, reply) => {
    const path = request.url.replace(/\?.*/s, '');
    const response = await cache.getOrCreate(path, async () => {
      const { settings } = await readCurrentSite(site, fetchApi, request);
      const file = readerWordsOf(settings);
      const isCurrent = file.path === path;
      const policy = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache';
      // The file is cached only under its own name: otherwise invented ones could fill the cache.
      return {
        cacheable: isCurrent,
        headers: { ...HEADERS, 'cache-control': policy },
        body: file.body,
      };
    });
    leaveOffDocumentHeaders(reply);
    return sendCached(request, reply, response);
  });
}
