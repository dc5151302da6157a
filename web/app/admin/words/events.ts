import type { Event } from '@longhand/contract/events';

export const EVENT_WORDS: Readonly<Record<Event['kind'], string>> = {
  'login.succeeded': 'Logged in',
  'login.failed': 'Failed login',
  'session.ended': 'Session ended',
  'password.changed': 'Password changed',
  'totp.enabled': 'Authenticator app set up',
  'totp.removed': 'Authenticator app removed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'recovery_codes.made': 'Recovery codes made',
  'recovery_code.used': 'Recovery code used',
  'factors.unlocked': 'Second factor removed on the server',
  'token.created': 'API token created',
  'token.deleted': 'API token deleted',
  'webhook.created': 'Webhook added',
  'webhook.deleted': 'Webhook deleted',
  'webhook.given_up': 'Webhook delivery given up',
  'settings.changed': 'Settings changed',
  'post.published': 'Post published',
  'post.unpublished': 'Post unpublished',
  'post.deleted': 'Post deleted',
  'post.restored': 'Post restored',
  'backup.made': 'Backup made',
  'import.finished': 'Import finished',
  'mailing.started': 'Mailing started',
  'statistics.deleted': 'Statistics deleted',
};

export const ACTOR_WORDS: Readonly<Record<Event['actor'], string>> = {
  owner: 'You',
  token: 'An API token',
  visitor: 'Someone not logged in',
  system: 'The server',
};

export const ABOUT_EVENTS =
  'Logins, changes to the account and the settings, and what was published or deleted, for a year. Of an address, only its network is kept.';
export const NO_EVENTS = 'Nothing yet.';
export const NO_SUCH_EVENTS = 'Nothing of this kind in this time.';
export const EVENTS_NOT_LISTED = 'The list could not be loaded.';
export const MORE_EVENTS_FAILED = 'Failed to load more. Please try again.';
