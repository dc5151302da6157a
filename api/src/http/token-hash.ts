import { createHash } from 'node:crypto';

/** Only the hash is stored: a token cannot be recovered from the database. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
