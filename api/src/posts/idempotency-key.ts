import { createHash } from 'node:crypto';
import { TRASH_DAYS } from '@longhand/contract/limits';
import { FIELD_NAMES, fieldOf } from '@longhand/contract/posts/post-fields';
import type { PostInput } from '@longhand/contract/posts/posts';
import { z } from 'zod';
import { toStored } from './apply-input.ts';

/** A key is kept as long as the post can be restored from the trash. */
export const KEY_DAYS = TRASH_DAYS;

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
  .optional()
  .describe(
    `Any text that is unique to this new post, such as a UUID. Sending the same key again within ${KEY_DAYS} days creates nothing: the response is 200 with the post as it was created, or, for a different body, 422 with the id of that post.`,
  );

/**
 * Equal for inputs that create the same post, however they are written. Defaults are left out, so that a field that a
 * later version adds does not change the hash of a request that was sent before.
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
