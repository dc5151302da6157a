import type { WebhookEvent } from '@longhand/contract/webhook-events';
import type { WebhookDelivery } from '@longhand/contract/webhooks';

export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'post.published': 'Post published',
  'post.changed': 'Public post changed',
  'post.removed': 'Post no longer public',
};

export const DELIVERY_WORDS: Readonly<Record<WebhookDelivery['state'], string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  given_up: 'Given up',
};

export const ABOUT_WEBHOOKS =
  'A URL that gets a signed POST request when a post is published, changed or removed, to rebuild a site or tell another service. Failed deliveries are retried for a day.';
export const DELETE_WEBHOOK =
  'Delete this webhook? What was not delivered yet is not sent any more.';
export const webhookAdded = (url: string) =>
  `The webhook to ${url} was added. Copy its secret now.`;
export const COPY_SECRET =
  'The receiver verifies deliveries with this secret. Copy it now; you won’t see it again.';
export const WEBHOOK_ALERTS = {
  delete: 'Failed to delete the webhook. Please try again.',
} as const;
