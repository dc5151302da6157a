import type { IncomingMessage } from 'node:http';

/** These parameters say where a visitor came from, and never change a page. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|li_fat_id|mc_[ce]id|ref)(=|$)/i;

/** The parameters of the API are never removed. */
export function withoutTracking(url: string): string {
  const start = url.indexOf('?');
  if (start === -1 || url.startsWith('/api/')) return url;
  const parameters = url.slice(start + 1).split('&');
  const others = parameters.filter((parameter) => !TRACKING.test(parameter));
  if (others.length === parameters.length) return url;
  const path = url.slice(0, start);
  return others.length > 0 ? `${path}?${others.join('&')}` : path;
}

/**
 * Returns path and query. HTTP also allows an absolute URL as a request target, which the router would treat as a path.
 */
export function requestPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(\/[^#]*|\?[^#]*)?/i.exec(url)?.[1] ?? '/';
  return path.startsWith('/') ? path : `/${path}`;
}

const MAX_LOGGED_LENGTH = 300;

/** The tickets of downloads work once, within a minute. */
const TICKETS = ['backups', 'exports'];

/**
 * A secret follows such a prefix. It matches any case and either slash, because such addresses are redirected to the
 * right one.
 */
const SECRET_PREFIX = /[/\\](backups|exports|preview|newsletter[/\\]+[a-z]+)[/\\]/i;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Leaves out the query, and secrets that readers of the log could use. */
export function pathForLog(target: string): string {
  const [path = ''] = requestPath({ url: target }).split(/[?#]/, 1);
  const plain = path.includes('%') ? decode(path) : path;
  const secret = SECRET_PREFIX.exec(plain);
  if (secret) {
    const name = (secret[1] ?? '').toLowerCase().replace(/[/\\]+/, '/');
    const start = plain.slice(0, secret.index);
    return `${start && pathForLog(start)}/${name}/${TICKETS.includes(name) ? ':ticket' : ':token'}`;
  }
  const safe = path.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  return safe.length > MAX_LOGGED_LENGTH ? `${safe.slice(0, MAX_LOGGED_LENGTH)}…` : safe;
}

/** Node drops all Host headers but the first, and a proxy before it may have used another one. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    // The length is compared first, because that is faster than comparing the letters, and this is done for every
    // request.
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
