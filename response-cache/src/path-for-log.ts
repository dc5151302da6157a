import { requestPath } from './request-path.ts';

const MAX_LENGTH = 300;

/** Of downloads: they work once, within a minute. */
const TICKETS = ['backups', 'exports'];

/** A secret follows. In any case and with either slash: such addresses are redirected to the right one. */
const SECRET_PREFIX = /[/\\](backups|exports|preview|newsletter[/\\]+[a-z]+)[/\\]/i;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of a request without its query, and without secrets that readers of the log could use. */
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
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}
