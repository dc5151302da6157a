import { z } from 'zod';
import { MAX_BULK_POSTS, MAX_TAG_LENGTH } from '../limits.ts';
import { namedInput, namedObject } from '../named-schemas.ts';
import { problem } from '../problems.ts';
import { requiredText } from '../text/text.ts';
import { postId, postSummary } from './posts.ts';

const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z
      .enum(['publish', 'unpublish', 'delete', 'restore', 'delete_for_good'])
      .describe('The last two are for posts in the trash.'),
  }),
  z.strictObject({
    kind: z.enum(['topic', 'remove_topic']).describe('Adds or removes the topic.'),
    topic: requiredText(MAX_TAG_LENGTH).refine(
      (topic) => !topic.includes(','),
      'must be one topic without a comma',
    ),
  }),
]);

export type BulkChange = z.infer<typeof bulkChange>;

export const bulkInput = namedInput('BulkChange', {
  ids: z.array(postId).min(1).max(MAX_BULK_POSTS),
  change: bulkChange,
});

export type BulkInput = z.infer<typeof bulkInput>;

const bulkOutcome = z.discriminatedUnion('outcome', [
  z.object({
    id: postId,
    outcome: z.literal('done'),
    post: postSummary.nullable().describe('Null if it is deleted now.'),
  }),
  z.object({ id: postId, outcome: z.literal('failed'), problem }),
]);

export type BulkOutcome = z.infer<typeof bulkOutcome>;

export const bulkOutcomes = namedObject('BulkOutcomes', {
  outcomes: z.array(bulkOutcome).describe('One for each id, in their order.'),
});
