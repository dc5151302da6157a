import { PROBLEM_MEDIA_TYPE, ProblemError } from '@longhand/api/http';
import { type Headers, MAX_WAIT_MS, type Refuse } from '@longhand/response-cache';
import { errorPage } from '@longhand/web/server';

/** By then, nobody waits any more who waits now. */
const RETRY_AFTER = { 'retry-after': String(MAX_WAIT_MS / 1_000) };

const PROBLEM = new ProblemError(
  'unavailable',
  'Too many requests at once. Please try again in a moment.',
);

const PAGE = errorPage(
  'One moment, please',
  'The site is very busy right now, and this page could not be created in time. Please reload it in a moment.',
);

/** A page for browsers, a problem for API clients. */
export function refuseWhenBusy(defaultHeaders: Headers): Refuse {
  const apiHeaders = {
    ...defaultHeaders,
    ...RETRY_AFTER,
    'cache-control': 'no-store',
    'content-type': PROBLEM_MEDIA_TYPE,
  };
  const pageHeaders = { ...defaultHeaders, ...PAGE.headers, ...RETRY_AFTER };
  const problem = Buffer.from(JSON.stringify(PROBLEM));
  const page = Buffer.from(PAGE.html);
  return ({ url = '' }, response) => {
    const isApi = url.startsWith('/api/');
    const body = isApi ? problem : page;
    const headers = isApi ? apiHeaders : pageHeaders;
    response.writeHead(503, { ...headers, 'content-length': body.length });
    response.end(body);
  };
}
