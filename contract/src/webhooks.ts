import { z } from 'zod';
import { namedInput, namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { text } from './text/text.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts';

const MAX_URL_LENGTH = 2_000;

/** The name or address itself is checked by the server, which knows whether private ones are allowed. */
function isReceiver(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const event = z.enum(WEBHOOK_EVENTS, {
  error: `must be one of ${WEBHOOK_EVENTS.join(', ')}`,
});

export const webhookInput = namedInput('WebhookForm', {
  url: text(MAX_URL_LENGTH).refine(
    isReceiver,
    'must start with https:// or http://, and have no user name and password',
  ),
  events: z
    .array(event)
    .min(1, 'must have at least one event')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => [...new Set(events)]),
});

export type WebhookInput = z.output<typeof webhookInput>;

export const webhookId = z.uuid({ version: 'v7', error: 'must be the id of a webhook' });

export const webhook = namedObject('Webhook', {
  id: webhookId,
  url: z.string(),
  events: z.array(event),
  created_at: timestamp,
});

export type Webhook = z.infer<typeof webhook>;

export const newWebhook = webhook
  .extend({ secret: z.string().describe('Signs each delivery. It is not shown again.') })
  .meta({ id: 'NewWebhook' });

export type NewWebhook = z.infer<typeof newWebhook>;

export const webhookDelivery = namedObject('WebhookDelivery', {
  id: z.uuid().describe('The header webhook-id.'),
  event,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().nonnegative(),
  status: z.int().nullable().describe('Of the last answer; null if there was none.'),
  error: z.string().nullable().describe('A sentence about the last failure.'),
  created_at: timestamp,
});

export type WebhookDelivery = z.infer<typeof webhookDelivery>;
