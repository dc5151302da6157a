// Separate from the schemas, so that the browser does not load zod.

export const WEBHOOK_EVENTS = ['post.published', 'post.changed', 'post.removed'] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'given_up'] as const;
