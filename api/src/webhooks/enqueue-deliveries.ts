import type { Post } from '@longhand/contract/posts/posts';
import type { WebhookEvent } from '@longhand/contract/webhook-events';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/tables.ts';
import { orderedId } from '../ordered-id.ts';
import { insertDeliveries, listWebhooks } from './webhooks.repository.ts';

/** A job sends them. They are stored with the change itself, so none is lost and the change waits for nobody. */
export async function enqueueDeliveries(
  trx: Transaction,
  clock: Clock,
  event: WebhookEvent,
  { id, slug, title }: Pick<Post, 'id' | 'slug' | 'title'>,
): Promise<void> {
  const webhooks = (await listWebhooks(trx)).filter(({ events }) => events.includes(event));
  if (webhooks.length === 0) return;
  const now = clock().toISOString();
  await insertDeliveries(
    trx,
    webhooks.map((webhook) => ({
      ...{ id: orderedId(), webhook_id: webhook.id, event, created_at: now, next_try_at: now },
      ...{ post: JSON.stringify({ id, slug, title }), state: 'pending', attempts: 0 },
    })),
  );
}
