import { createHash } from 'node:crypto';
import { FIELD_NAMES, fieldOf } from '@longhand/contract/post-fields';
import type { PostInput } from '@longhand/contract/posts';
import { toStored } from './apply-input.ts';

/**
 * Equal for inputs that create the same post, however they are written. Why without defaults: a
 * field that a later version adds does not change the hash of a request that was sent before.
 */
export function hashBody(input: PostInput): string {
  const entries = FIELD_NAMES.toSorted().flatMap((name) => {
    const value = input[name];
    if (value === undefined) return [];
    const stored = toStored(name, value);
    const isDefault = JSON.stringify(stored) === JSON.stringify(fieldOf(name).default);
    return isDefault ? [] : [[name, stored]];
  });
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
