import { PROBLEM_MEDIA_TYPE, ProblemError } from '@longhand/api/http';
import { errorPage, type Headers, type Refuse } from '@longhand/response-cache';

/** By then, whoever was waiting has been served. */
const RETRY_AFTER = { 'retry-after': '2' };

const PROBLEM = new ProblemError(
  'unavailable',
  'Too many requests at once. Please try again in a moment.',
);

const PAGE = errorPage(
  'One moment, please',
  'Many people are here right now, and the page could not be made in time. Please reload it in a moment.',
);

/** Says that there is no room now: a sentence to people, a problem to programs. */
export function refuseWhenBusy(safety: Headers): Refuse {
  const forPrograms = {
    ...safety,
    ...RETRY_AFTER,
    'cache-control': 'no-store',
    'content-type': PROBLEM_MEDIA_TYPE,
  };
  const forPeople = { ...safety, ...PAGE.headers, ...RETRY_AFTER };
  const problem = Buffer.from(JSON.stringify(PROBLEM));
  const page = Buffer.from(PAGE.html);
  return ({ url = '' }, response) => {
    const isForPrograms = url.startsWith('/api/');
    const body = isForPrograms ? problem : page;
    const headers = isForPrograms ? forPrograms : forPeople;
    response.writeHead(503, { ...headers, 'content-length': body.length });
    response.end(body);
  };
}
