import { requestPath } from './request-path.ts';

const MAX_LENGTH = 300;

/** A secret ticket follows, which readers of the log must not be able to use. */
const TICKET_PREFIX = '/backups/';

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path of a request without its query and without secrets. */
export function pathForLog(target: string): string {
  const [path = ''] = requestPath({ url: target }).split(/[?#]/, 1);
  const plain = path.includes('%') ? decode(path) : path;
  const at = plain.indexOf(TICKET_PREFIX);
  if (at >= 0) return `${pathForLog(plain.slice(0, at))}${TICKET_PREFIX}:ticket`;
  const safe = path.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}
