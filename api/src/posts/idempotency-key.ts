import { TRASH_DAYS } from '@longhand/contract/limits';
import { z } from 'zod';

/** As long as the post can be restored from the trash. */
export const KEY_DAYS = TRASH_DAYS;

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters')
  .optional()
  .describe(
    `Any text that is unique to this new post, such as a UUID. Sending the same key again within ${KEY_DAYS} days creates nothing: the response is 200 with the post as it was created, or, for a different body, 422 with the id of that post.`,
  );
