import type {
  Account,
  AccountInput,
  ActiveSession,
  PasswordInput,
} from '@longhand/contract/account';
import type { ApiToken, ApiTokenInput, NewApiToken } from '@longhand/contract/api-tokens';
import { list, request } from './request.ts';

export const accountCalls = {
  findAccount: () => request<Account>('GET', '/admin/account'),
  /** The editor opens without the account, and keeps what was written if the session is over. */
  findAccountQuietly: () => request<Account>('GET', '/admin/account', { isBackground: true }),
  updateAccount: (body: AccountInput) =>
    request<Account>('PUT', '/admin/account', { body, isBackground: true }),
  changePassword: (body: PasswordInput) => request<undefined>('POST', '/admin/password', { body }),
  /** Sorted by last use, newest first. */
  listSessions: () => list<ActiveSession>('/admin/sessions'),
  endSession: (id: string) => request<undefined>('DELETE', `/admin/sessions/${id}`),
  /** The newest first. */
  listTokens: () => list<ApiToken>('/admin/tokens'),
  createToken: (body: ApiTokenInput) => request<NewApiToken>('POST', '/admin/tokens', { body }),
  deleteToken: (id: string) => request<undefined>('DELETE', `/admin/tokens/${id}`),
  logOutEverywhere: () => request<undefined>('POST', '/admin/logout-everywhere'),
};
