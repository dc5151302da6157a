// Separate from the schemas, so that the browser does not load zod.

export const EVENT_KINDS = [
  ...['login.succeeded', 'login.failed', 'session.ended', 'password.changed'],
  ...['totp.enabled', 'totp.removed', 'passkey.added', 'passkey.removed'],
  ...['recovery_codes.made', 'recovery_code.used', 'factors.unlocked'],
  ...['token.created', 'token.deleted'],
  ...['webhook.created', 'webhook.deleted', 'webhook.given_up'],
  'settings.changed',
  ...['post.published', 'post.unpublished', 'post.deleted', 'post.restored'],
  ...['backup.made', 'import.finished', 'mailing.started', 'statistics.deleted'],
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_ACTORS = ['owner', 'token', 'visitor', 'system'] as const;

export type EventActor = (typeof EVENT_ACTORS)[number];

export const MAX_EVENTS_LISTED = 200;

export const EVENT_DAYS = 365;
