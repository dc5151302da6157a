import type { EventKind } from '@longhand/contract/event-kinds';
import { FIELD_NAMES, type FieldName } from '@longhand/contract/posts/post-fields';
import type { Post } from '@longhand/contract/posts/posts';
import type { WebhookEvent } from '@longhand/contract/webhook-events';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/tables.ts';
import { recordEvent } from '../events/record-event.ts';
import { enqueueDeliveries } from '../webhooks/enqueue-deliveries.ts';

type Stored = Pick<Post, 'id' | FieldName>;

/** A post without `before` is new or comes back, one without `after` is deleted. */
type Change = {
  readonly before?: Stored;
  readonly after?: Stored;
  readonly isRestored?: boolean;
};

const UNSEEN: ReadonlySet<FieldName> = new Set(['publish_at', 'send_when_published']);
const SEEN = FIELD_NAMES.filter((name) => !UNSEEN.has(name));

function looksTheSame(before: Stored, after: Stored): boolean {
  return SEEN.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
}

const stateOf = ({ published }: Stored) => (published ? 'public' : 'draft');

function eventOf({ before, after, isRestored }: Change) {
  if (!after) return { kind: 'post.deleted', detail: before && stateOf(before) } as const;
  if (isRestored) return { kind: 'post.restored', detail: stateOf(after) } as const;
  if (after.published === (before?.published ?? false)) return undefined;
  const kind: EventKind = after.published ? 'post.published' : 'post.unpublished';
  return { kind };
}

function webhookEventOf({ before, after }: Change): WebhookEvent | undefined {
  if (before?.published && after?.published)
    return looksTheSame(before, after) ? undefined : 'post.changed';
  if (after?.published) return 'post.published';
  return before?.published ? 'post.removed' : undefined;
}

/** Part of the transaction of the change: the log lacks nothing, and no webhook is forgotten. */
export async function notePostChange(
  trx: Transaction,
  clock: Clock,
  change: Change,
): Promise<void> {
  const post = change.after ?? change.before;
  if (!post) return;
  const event = eventOf(change);
  if (event) await recordEvent(trx, clock, { ...event, subject: post.id });
  const webhookEvent = webhookEventOf(change);
  // Readers had a removed post at the address of before.
  const seen = webhookEvent === 'post.removed' ? (change.before ?? post) : post;
  if (webhookEvent) await enqueueDeliveries(trx, clock, webhookEvent, seen);
}
