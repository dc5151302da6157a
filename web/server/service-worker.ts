import { readFileSync } from 'node:fs';
import {
  CSP_DENY_ALL,
  type ResponseCache,
  type ResponseContent,
  sendCached,
} from '@longhand/response-cache';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';
import { SERVICE_WORKER_PATH } from '../app/reader/offline/service-worker-path.ts';
import {
  OFFLINE_WORDS,
  type OfflineWords,
  type WorkerWords,
} from '../app/reader/offline/worker-words.ts';
import type { ServerSite } from '../app/reader/site/site.ts';
import type { SiteReader } from '../app/reader/site/site-reader.ts';
import { allWordsOf, readerWordsOf } from '../app/reader/site/words-file.server.ts';
import { readCurrentSite } from './current-site.ts';

type Options = {
  /** It has the built scripts. */
  readonly folder: URL;
  readonly site: SiteReader;
  readonly fetchApi: Transport;
  readonly cache: ResponseCache;
};

const HEADERS = {
  'cache-control': 'no-cache',
  'content-type': 'text/javascript; charset=utf-8',
  'content-security-policy': `${CSP_DENY_ALL}; connect-src 'self'`,
};

/** The words stand before the script, which is the same for all languages. */
function wordsFor(site: ServerSite): string {
  const all = allWordsOf(site);
  const { language: wordLanguage, direction } = readerWordsOf(site).sent;
  const words = Object.fromEntries(OFFLINE_WORDS.map((key) => [key, all[key]])) as OfflineWords;
  const sent: WorkerWords = { language: site.language, wordLanguage, direction, words };
  return `const WORDS=${JSON.stringify(sent)};\n`;
}

/** One worker keeps pages for reading offline; the other removes it with all that it has kept. */
export function addServiceWorker(app: FastifyInstance, options: Options): void {
  const { folder, site, fetchApi, cache } = options;
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const scripts = { on: read('service-worker.js'), off: read('removal.js') };

  async function createResponse(request: FastifyRequest): Promise<ResponseContent> {
    const { settings, isCurrent } = await readCurrentSite(site, fetchApi, request);
    return {
      cacheable: isCurrent,
      headers: HEADERS,
      body: settings.offlineReading ? wordsFor(settings) + scripts.on : scripts.off,
    };
  }

  app.get(SERVICE_WORKER_PATH, async (request, reply) => {
    const response = await cache.getOrCreate(SERVICE_WORKER_PATH, () => createResponse(request));
    return sendCached(request, reply, response);
  });
}
