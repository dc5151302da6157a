import { PROBLEM_MEDIA_TYPE, ProblemError } from '@longhand/api/http';
import { type Headers, MAX_WAIT_MS, type Refuse } from '@longhand/response-cache';
import { errorPage, type SiteReader } from '@longhand/web/server';

/** By then, nobody waits any more who waits now. */
const RETRY_AFTER = { 'retry-after': String(MAX_WAIT_MS / 1_000) };

const PROBLEM = new ProblemError(
  'unavailable',
  'Too many requests at once. Please try again in a moment.',
);

/** A page for browsers, a problem for API clients. */
export function refuseWhenBusy(defaultHeaders: Headers, site: SiteReader): Refuse {
  const apiHeaders = {
    ...defaultHeaders,
    ...RETRY_AFTER,
    'cache-control': 'no-store',
    'content-type': PROBLEM_MEDIA_TYPE,
  };
  const problem = Buffer.from(JSON.stringify(PROBLEM));
  return ({ url = '' }, response) => {
    const send = (headers: Headers, body: Buffer) => {
      response.writeHead(503, { ...headers, 'content-length': body.length });
      response.end(body);
    };
    if (url.startsWith('/api/')) return send(apiHeaders, problem);
    const page = errorPage('busy', site.lastKnown());
    send({ ...defaultHeaders, ...page.headers, ...RETRY_AFTER }, Buffer.from(page.html));
  };
}
