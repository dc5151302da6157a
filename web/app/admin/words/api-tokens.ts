import type { TokenScope } from '@longhand/contract/api-tokens';

export const ABOUT_TOKENS =
  'For scripts and apps that use the API. A token works until it ends or you delete it, also after a new password or “Log out everywhere”.';

export const SCOPE_OPTIONS: Readonly<Record<TokenScope, string>> = {
  read: 'Read: see everything but this account',
  write: 'Write: also change what isn’t public',
  publish: 'Publish: also change what is public',
};

export const SCOPE_NAMES: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  write: 'Write',
  publish: 'Publish',
};

export const TOKEN_ONCE = 'Copy the token now; you won’t see it again.';
export const TOKEN_NOT_DELETED =
  'The token could not be deleted. Check your connection and try again.';

export function tokenQuestion(name: string): string {
  return `Delete the API token “${name}”? Whatever uses it stops working at once.`;
}
