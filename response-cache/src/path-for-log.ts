import { requestPath } from './request-path.ts';

/** Longer ones are no addresses of ours. */
const LONGEST_PATH = 300;

/** What follows lets somebody in: who reads the log must not use it. */
const TICKETS = '/backups/';

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What was asked for, without what somebody typed or was given in secret. */
export function pathForLog(target: string): string {
  const [path = ''] = requestPath({ url: target }).split(/[?#]/, 1);
  const plain = path.includes('%') ? decode(path) : path;
  const at = plain.indexOf(TICKETS);
  if (at >= 0) return `${pathForLog(plain.slice(0, at))}${TICKETS}:ticket`;
  const safe = path.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  return safe.length > LONGEST_PATH ? `${safe.slice(0, LONGEST_PATH)}…` : safe;
}
