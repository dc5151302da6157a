import { randomUUIDv7 } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { emailKey } from '@longhand/contract/email-address';
import { createToken } from './subscriber-tokens.ts';
import type { Candidate } from './subscribers.repository.ts';

/** As people write it: without an encoded domain. */
function readableEmail(key: string): string {
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + domainToUnicode(key.slice(at));
}

/** Of a valid address. */
export function createCandidate(email: string, created_at: string): Candidate {
  const key = emailKey(email);
  if (key === null) throw new Error('The address was not validated.');
  return {
    ...{ id: randomUUIDv7(), email: readableEmail(key), email_key: key, created_at },
    token: createToken(),
  };
}
