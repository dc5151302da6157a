import { createHash } from 'node:crypto';

/** What is stored of a token: whoever reads the database cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
