import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { emailKey } from '@longhand/contract/newsletter/email-address';
import type { Candidate } from './subscribers.repository.ts';

const TOKEN = /^[\da-f]{32}$/;

/** Tokens are in lower case, because some mail servers change the case of return addresses. */
export const createToken = () => randomBytes(16).toString('hex');

export const isToken = (text: string) => TOKEN.test(text);

/** People write domains in their own letters, not encoded. */
function readableEmail(key: string): string {
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + domainToUnicode(key.slice(at));
}

export function createCandidate(email: string, created_at: string): Candidate {
  const key = emailKey(email);
  if (key === null) throw new Error('The address was not validated.');
  return {
    id: randomUUIDv7(),
    email: readableEmail(key),
    email_key: key,
    created_at,
    token: createToken(),
  };
}
